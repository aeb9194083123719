import { type DamagedPlace, damagedPlace, decodeSettings } from "../../contract/values/text-files.ts";

/** Larger than any key, certificate or configuration; the main process rejects more anyway. */
const MAX_LENGTH = 60_000;
const MAX_BYTES_OF_CHARACTER = 2;

/** Returns a file's text, empty when it is too large, and its first unreadable place. */
export async function readFile(file: File): Promise<[text: string, damaged: DamagedPlace | null]> {
  if (file.size > MAX_LENGTH * MAX_BYTES_OF_CHARACTER) return ["", null];
  const decoded = decodeSettings(new Uint8Array(await file.arrayBuffer()));
  return [decoded.text.length > MAX_LENGTH ? "" : decoded.text, damagedPlace(decoded)];
}

export const PEM_FILES = [".pem", ".crt", ".cer", ".key", ".pub", ".txt"];

/** Returns the lines without surrounding spaces, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
