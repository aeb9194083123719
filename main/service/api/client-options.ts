/** Validates the client's options at run time, for callers in JavaScript. */
import { z } from "zod";
import { fieldsOf, keyObject } from "./fields.ts";

const callable = z.custom<(...values: never[]) => unknown>(
  (value) => typeof value === "function",
  "expected a function",
);
const ms = z.number().min(1).optional();
const text = z.string().min(1);

/** Returns whether paths can be appended: no user, query or fragment. */
function isBase(address: string): boolean {
  const url = URL.parse(address);
  return url === null || (url.username === "" && url.password === "" && !/[?#]/.test(url.href));
}

const credentials = z.union(
  [
    z.object({ scheme: z.literal("RSA-SHA256"), privateKey: keyObject }),
    z.object({ scheme: z.literal("SECRET"), secret: z.object({ reveal: callable }) }),
    z.object({ inForce: callable, accepted: callable }),
  ],
  "expected {scheme: RSA-SHA256, privateKey} with a KeyObject, or {scheme: SECRET, secret: {reveal}}",
);

const options = z.object({
  service: z.object({
    baseUrl: z
      .string()
      .refine((address) => URL.canParse(address), "expected an address")
      .refine(isBase, "expected an address without user, query and fragment"),
    vendor: text,
    mediaType: text.nullish(),
    merchant: text,
    user: text.nullable(),
    integrator: text.nullable(),
    testbedToken: z.string().nullable(),
    ca: z.string().nullish(),
  }),
  credentials,
  clock: z.object({ now: callable, monotonic: callable, sleep: callable }).optional(),
  log: z.object({ debug: callable, warn: callable }).optional(),
  rate: z.number().positive().optional(),
  timeouts: z.object({ connectMs: ms, headersMs: ms, totalMs: ms }).optional(),
});

/** Throws TypeError that names each missing or invalid option. */
export function checkOptions<T>(value: T): T {
  const checked = options.safeParse(value);
  if (!checked.success) throw new TypeError(fieldsOf(checked.error, "options"));
  return value;
}
