/** Searches bytes for forbidden values in every form in which they may have been written. */
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unzip } from "./unzip.ts";

/** A searched file or output. */
export interface Searched {
  name: string;
  bytes: Buffer;
}

/** A forbidden value and its description. */
export interface Hidden {
  what: string;
  value: string;
}

/** Returns every file below a folder, and the contents of compressed files. */
export function filesIn(folder: string): Searched[] {
  return globSync("**/*", { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile())
    .flatMap((name) => unpacked({ name, bytes: readFileSync(join(folder, name)) }));
}

function unpacked(file: Searched): Searched[] {
  const { name, bytes } = file;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [file, { name: `${name} unpacked`, bytes: gunzipSync(bytes) }];
  if (bytes.subarray(0, 4).toString("latin1") !== "PK\u0003\u0004") return [file];
  const inside = [...unzip(bytes)].map(([part, text]) => ({ name: `${name}/${part}`, bytes: Buffer.from(text) }));
  return [file, ...inside];
}

/** @returns the place and form of each value found; empty when none exists */
export function leaksIn(searched: readonly Searched[], hidden: readonly Hidden[]): string[] {
  const forms = hidden.flatMap(({ what, value }) => formsOf(value).map((form) => ({ what, ...form })));
  const finders = LOOKS.map((look) => ({ look, find: finderOf(forms.filter((form) => form.look === look)) }));
  return searched.flatMap(({ name, bytes }) => {
    const exact = bytes.toString("latin1");
    const folded = exact.toLowerCase();
    const joined = exact.replace(/(\d)[\s\-./()]{1,3}(?=\d)/g, "$1");
    const within = { exact, folded, joined };
    const found = new Set<Form>(finders.flatMap(({ look, find }) => [...find(within[look])]));
    return forms.filter((form) => found.has(form)).map(({ what, how }) => `${name}: ${what}, ${how}`);
  });
}

const LOOKS = ["exact", "folded", "joined"] as const;

/**
 * Searches a text for all forms in one pass: one by one, a thousand forms in megabytes took 15 s. Compares a form only
 * where its first two letters match.
 */
function finderOf(forms: readonly Form[]): (text: string) => Set<Form> {
  const byStart = Map.groupBy(forms, ({ text }) => startAt(text, 0));
  const isStart = new Uint8Array(256 * 256);
  for (const start of byStart.keys()) isStart[start] = 1;
  return (text) => {
    const found = new Set<Form>();
    for (let at = 0; at < text.length; at += 1) {
      const start = startAt(text, at);
      if (isStart[start] === 0) continue;
      for (const form of byStart.get(start) ?? []) {
        if (text.startsWith(form.text, at) && (!form.alone || standsAlone(text, at, form.text.length))) found.add(form);
      }
    }
    return found;
  };
}

/** Returns two Latin-1 letters as a number. */
function startAt(text: string, at: number): number {
  return text.charCodeAt(at) * 256 + (text.charCodeAt(at + 1) || 0);
}

/** Returns whether no digit is adjacent before or after. */
function standsAlone(text: string, at: number, length: number): boolean {
  return !/\d/.test(text.charAt(at - 1) + text.charAt(at + length));
}

interface Form {
  how: string;
  /** Search in raw bytes, in lower case, or with separated digits joined */
  look: (typeof LOOKS)[number];
  text: string;
  /** A number that is not part of a longer one */
  alone?: true;
}

function formsOf(value: string): Form[] {
  const bytes = Buffer.from(value);
  const folded = (how: string, text: string | Buffer): Form => ({
    how,
    look: "folded",
    text: (typeof text === "string" ? Buffer.from(text) : text).toString("latin1").toLowerCase(),
  });
  const wide = Buffer.from(value, "utf16le");
  const forms: Form[] = [
    folded("as it is", bytes),
    folded("in Latin-1", Buffer.from(value, "latin1")),
    folded("in UTF-16", wide),
    folded("in UTF-16, the other way", Buffer.from(wide).swap16()),
    folded("in hexadecimal digits", bytes.toString("hex")),
    folded("as an address has it", encodeURIComponent(value)),
    folded("as a form has it", encodeURIComponent(value).replaceAll("%20", "+")),
    folded("with its letters escaped", escaped(value)),
    ...[0, 1, 2].flatMap((at) => inBase64(bytes, at)),
    ...asFigures(value),
  ];
  return forms.filter(
    ({ text, alone }, at) => forms.findIndex((one) => one.text === text && one.alone === alone) === at,
  );
}

function escaped(value: string): string {
  return value.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Returns the base64 forms of a value at any offset of a text, without the characters that depend on adjacent bytes.
 */
function inBase64(bytes: Buffer, at: number): Form[] {
  const whole = Buffer.concat([Buffer.alloc(at), bytes]);
  const text = whole
    .subarray(0, whole.length - (whole.length % 3))
    .toString("base64")
    .slice(at === 0 ? 0 : at + 1);
  const how = `in base64, from ${at}`;
  if (text.length < 6) return [];
  const url = text.replaceAll("+", "-").replaceAll("/", "_");
  return [
    { how, look: "exact", text },
    { how: `${how}, for addresses`, look: "exact", text: url },
  ];
}

/** Returns a number's forms with any separators; a short number matches only as a separate number. */
function asFigures(value: string): Form[] {
  const figures = value.replace(/\D/g, "");
  if (figures.length < 8 || /[A-Za-z]/.test(value)) return [];
  return [{ how: "by its figures", look: "joined", text: figures, alone: true }];
}
