/** Signed configurations at an https address: what is there is public, and believed only by its signature. */

import { parseJson } from "../../../contract/canonical-json.ts";

const ANSWER_MS = 15_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Reads the address, which has a list as `npm run ledger -- settings publish --json` prints it. Redirects are not followed.
 * @returns the JSON, which nothing has checked yet
 * @throws what the network says, and where the answer is no JSON
 */
export async function readAddress(url: string): Promise<unknown> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  const json = parseJson(Buffer.concat(pieces));
  if (!json.ok) throw new Error("no list of signed configurations");
  return json.value;
}
