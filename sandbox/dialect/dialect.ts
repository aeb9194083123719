/**
 * Response dialects: formats that services of this family use. The behaviour is the same, except for the end of a
 * partly captured authorisation. README: "Dialects".
 */
import { mediaType } from "../../contract/wire/wire.ts";

export const DIALECTS = ["house", "strict", "family", "hostile"] as const;
export type DialectName = (typeof DIALECTS)[number];

export interface Wording {
  /** 2.2 */
  list: "uris" | "items";
  entries: "paths" | "addresses" | "resources";
  next: "path" | "address" | "cursor";
  /** Whether codes are numbers or objects, and whether their list includes details (G10) */
  statusCode: "value" | "code";
  statusCodes: "addresses" | "whole";
  action: "AUTH" | "auth";
  /** Name of a shortlink's description (G13) */
  label: "description" | "both" | "label";
  times: "plain" | "iso";
  /** Whether fields without a value are null or omitted */
  nulls: "explicit" | "omitted";
  /** True if responses have undocumented fields */
  extras: boolean;
  metaExtras: boolean;
  /** Body of an error (G18) */
  errors: "named" | "other" | "none" | "html";
  /** G5: 201, or 200 */
  created: 201 | 200;
  /** True if a response with only the new id has a body */
  createdBody: boolean;
  location: "full" | "path";
  mediaType: string;
}

export type Dialect = Readonly<ReturnType<typeof createDialect>>;

const STRICT = {
  list: "uris",
  entries: "paths",
  next: "path",
  statusCode: "value",
  statusCodes: "addresses",
  action: "AUTH",
  label: "description",
  times: "plain",
  nulls: "explicit",
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

const CHOICES: { [K in keyof Omit<Wording, "mediaType">]: readonly Wording[K][] } = {
  list: ["uris", "items"],
  entries: ["paths", "addresses", "resources"],
  next: ["path", "address", "cursor"],
  statusCode: ["value", "code"],
  statusCodes: ["addresses", "whole"],
  action: ["AUTH", "auth"],
  label: ["description", "both", "label"],
  times: ["plain", "iso"],
  nulls: ["explicit", "omitted"],
  extras: [false, true],
  metaExtras: [false, true],
  errors: ["named", "other", "none", "html"],
  created: [201, 200],
  createdBody: [true, false],
  location: ["full", "path"],
};

const ANY_VENDOR = /^application\/vnd\.[a-z0-9-]+\.api\.merchant\.v1\+json$/;

/** Creates a dialect. @param token vendor token of its media type (G26) */
export function createDialect(name: DialectName, token: string, seed: number) {
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
    /** Returns the format of the next response: constant, or random for the hostile dialect */
    draw: wordings[name],
    /** Returns whether a client's `Accept` header matches the media type */
    accepts: (asked: string): boolean => asked === type || (name === "hostile" && ANY_VENDOR.test(asked)),
    /** True if `pos_id` of a payment is restricted like `pos_tid` (section 8), and `label` is accepted (G13) */
    isFamily: name === "family" || name === "hostile",
    /** Returns whether a partly captured authorisation ends as `fail` (section 3) rather than `ok` (G11) */
    failsAfterPart: (): boolean => name === "strict" || (name === "hostile" && random() < 0.5),
  };
}

function hostile(random: () => number, type: string): Wording {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] ?? (choices[0] as T);
  const chosen = Object.entries(CHOICES).map(([name, choices]) => [name, pick<unknown>(choices)]);
  const types = [type, mediaType("another"), "application/json", "application/json; charset=utf-8"];
  return { ...STRICT, ...(Object.fromEntries(chosen) as Partial<Wording>), mediaType: pick(types) };
}

/** Seeded random numbers. */

/** Mulberry32: the same numbers from 0 up to 1 for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
