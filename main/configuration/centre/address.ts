import { parseJson } from "../../../contract/values/canonical-json.ts";
import { createTransport } from "../../service/api/transport.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads an unverified list as printed by `npm run ledger -- settings publish --json`. Does not follow redirects.
 * @throws on a network error, or when the response is no JSON
 */
export async function readAddress(url: string, ca: string | null): Promise<unknown> {
  const transport = createTransport({ ca, maxBytes: MAX_BYTES });
  try {
    const sent = await transport.exchange({ method: "GET", url: new URL(url), headers: {}, body: null });
    if ("failure" in sent) throw new Error(sent.failure.code);
    const { status, body, broken } = sent.answer;
    if (status !== 200) throw new Error(`HTTP ${status}`);
    if (body === null) throw new Error(broken?.because === "too_large" ? `more than ${MAX_BYTES} bytes` : broken?.code);
    const json = parseJson(body);
    if (!json.ok) throw new Error("no list of signed configurations");
    return json.value;
  } finally {
    await transport.close();
  }
}
