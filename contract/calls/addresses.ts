import { z } from "zod";
import { expectedReason } from "../reasons/reasons.ts";
import { isLoopback } from "../values/identifiers.ts";

/** `host:port`; port 0 selects any free port. */
export const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^\s:[\]]+):\d{1,5}$/, expectedReason("field_host_port"))
  .refine((text) => Number(text.slice(text.lastIndexOf(":") + 1)) <= 65_535, expectedReason("field_port"));

export const filePath = z.string().min(1).max(4096);

/** PEM certificate chain and private key. */
export const tlsFiles = z.strictObject({ certFile: filePath, keyFile: filePath });

const hasNone = (part: "credentials" | "query" | "fragment") => (text: string) => {
  const url = URL.parse(text);
  if (url === null) return true;
  if (part === "credentials") return url.username === "" && url.password === "";
  // Checks the text: an empty query or fragment counts too, and would break the paths appended to the address.
  if (part === "fragment") return !url.href.includes("#");
  return !url.href.split("#", 1).join().includes("?");
};

/** Rejects credentials, which screens and logs would show, and fragments. */
export function withoutCredentials(address: z.ZodString): z.ZodString {
  return address
    .refine(hasNone("credentials"), expectedReason("field_no_credentials"))
    .refine(hasNone("fragment"), expectedReason("field_no_fragment"));
}

/** Validates an address to which paths are appended: no credentials, fragment or query. */
export function baseAddress(address: z.ZodString): z.ZodString {
  return withoutCredentials(address).refine(hasNone("query"), expectedReason("field_no_query"));
}

export function splitAddress(listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(":");
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(listen.slice(colon + 1)) };
}

export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Checks whether a listening address is reachable only from this machine. */
export function isLoopbackAddress(listen: string): boolean {
  const url = URL.parse(`http://${urlHost(splitAddress(listen).host)}/`);
  return url !== null && isLoopback(url);
}

/** Links for the customer's phone must be HTTPS. */
export const address = z
  .string()
  .max(2048)
  .refine((text) => URL.parse(text)?.protocol === "https:", expectedReason("field_https_only"));

/** Host name or IP address, without scheme, port or path. */
export const host = z
  .string()
  .max(253)
  .regex(/^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/, expectedReason("field_host"));
