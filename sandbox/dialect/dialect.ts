/**
 * The dialects that the sandbox can be started in: one service in the forms that services of its family answer in. What
 * it does is the same in all of them, except how a part-captured authorisation ends. README: "Dialects".
 */
import { mediaType } from "../../contract/wire.ts";
import { seededRandom } from "./random.ts";

export const DIALECTS = ["house", "strict", "family", "hostile"] as const;
export type DialectName = (typeof DIALECTS)[number];

/** How one answer is worded. */
export interface Wording {
  /** 2.2 */
  list: "uris" | "items";
  entries: "paths" | "addresses" | "resources";
  next: "path" | "address" | "cursor";
  /** The number of a status code, and whether their list has them whole (G10) */
  statusCode: "value" | "code";
  statusCodes: "addresses" | "whole";
  action: "AUTH" | "auth";
  /** What a shortlink calls its description (G13) */
  label: "description" | "both" | "label";
  /** Times as G2 has them, or in ISO 8601 */
  times: "plain" | "iso";
  /** Whether fields without a value are told or left out */
  nulls: "told" | "left out";
  /** Whether there are fields that no document names */
  extras: boolean;
  /** Whether a callback's `meta` has more than section 2.6 names (G19) */
  metaExtras: boolean;
  /** What a refusal's body is (G18) */
  errors: "named" | "other" | "none" | "html";
  /** G5: 201, or 200 */
  created: 201 | 200;
  /** Whether an answer that holds nothing but the new id has a body at all */
  createdBody: boolean;
  location: "full" | "path";
  mediaType: string;
}

/** One of the dialects, speaking. */
export interface Dialect {
  readonly name: DialectName;
  /** What repeats the hostile one's choices */
  readonly seed: number;
  /** How the next answer is worded: the same each time, or chosen anew */
  draw(): Wording;
  /** Whether a client's `Accept` names what the service answers in */
  accepts(type: string): boolean;
  /** Whether it is as narrow with a payment's `pos_id` as with its `pos_tid` (section 8), and takes `label` (G13) */
  readonly isFamily: boolean;
  /** Whether an authorisation that was captured in part ends as `fail`, as section 3 says, or as `ok` (G11) */
  failsAfterPart(): boolean;
}

const STRICT = {
  list: "uris",
  entries: "paths",
  next: "path",
  statusCode: "value",
  statusCodes: "addresses",
  action: "AUTH",
  label: "description",
  times: "plain",
  nulls: "told",
  extras: false,
  metaExtras: false,
  errors: "named",
  created: 201,
  createdBody: true,
  location: "full",
} as const satisfies Omit<Wording, "mediaType">;

const FAMILY = {
  ...STRICT,
  list: "items",
  entries: "addresses",
  next: "cursor",
  statusCode: "code",
  statusCodes: "whole",
  action: "auth",
  label: "both",
  metaExtras: true,
} as const satisfies Omit<Wording, "mediaType">;

/** Everything that an answer may be, for the one that is different each time. */
const CHOICES: { [K in keyof Omit<Wording, "mediaType">]: readonly Wording[K][] } = {
  list: ["uris", "items"],
  entries: ["paths", "addresses", "resources"],
  next: ["path", "address", "cursor"],
  statusCode: ["value", "code"],
  statusCodes: ["addresses", "whole"],
  action: ["AUTH", "auth"],
  label: ["description", "both", "label"],
  times: ["plain", "iso"],
  nulls: ["told", "left out"],
  extras: [false, true],
  metaExtras: [false, true],
  errors: ["named", "other", "none", "html"],
  created: [201, 200],
  createdBody: [true, false],
  location: ["full", "path"],
};

const ANY_VENDOR = /^application\/vnd\.[a-z0-9-]+\.api\.merchant\.v1\+json$/;

/** Makes a dialect. @param token the vendor token of its media type (G26) */
export function createDialect(name: DialectName, token: string, seed: number): Dialect {
  const type = mediaType(token);
  const random = seededRandom(seed);
  const wordings: Record<DialectName, () => Wording> = {
    house: () => ({ ...STRICT, metaExtras: true, mediaType: type }),
    strict: () => ({ ...STRICT, mediaType: type }),
    family: () => ({ ...FAMILY, mediaType: type }),
    hostile: () => hostile(random, type),
  };
  return {
    name,
    seed,
    draw: wordings[name],
    accepts: (asked) => asked === type || (name === "hostile" && ANY_VENDOR.test(asked)),
    isFamily: name === "family" || name === "hostile",
    failsAfterPart: () => name === "strict" || (name === "hostile" && random() < 0.5),
  };
}

function hostile(random: () => number, type: string): Wording {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] ?? (choices[0] as T);
  const chosen = Object.entries(CHOICES).map(([name, choices]) => [name, pick<unknown>(choices)]);
  const types = [type, mediaType("another"), "application/json", "application/json; charset=utf-8"];
  return { ...STRICT, ...(Object.fromEntries(chosen) as Partial<Wording>), mediaType: pick(types) };
}
