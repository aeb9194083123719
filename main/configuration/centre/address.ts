/** Signed configurations at an https address: what is there is public, and believed only by its signature. */

import { parseJson } from "../../../contract/canonical-json.ts";
import { createTransport } from "../../service/api/transport.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Reads the address, which has a list as `npm run ledger -- settings publish --json` prints it. Redirects are not followed.
 * @param ca PEM text of further certificate authorities; null for none
 * @returns the JSON, which nothing has checked yet
 * @throws what the network says, and where the answer is no JSON
 */
export async function readAddress(url: string, ca: string | null): Promise<unknown> {
  const transport = createTransport({ ca, maxBytes: MOST_BYTES });
  try {
    const sent = await transport.exchange({ method: "GET", url: new URL(url), headers: {}, body: null });
    if ("failure" in sent) throw new Error(sent.failure.code);
    const { status, body, broken } = sent.answer;
    if (status !== 200) throw new Error(`HTTP ${status}`);
    if (body === null)
      throw new Error(broken?.because === "too_large" ? `more than ${MOST_BYTES} bytes` : broken?.code);
    const json = parseJson(body);
    if (!json.ok) throw new Error("no list of signed configurations");
    return json.value;
  } finally {
    await transport.close();
  }
}
