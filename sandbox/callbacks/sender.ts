/** Single delivery attempt of a callback (section 6 rules 2 to 4). */
// biome-ignore lint/plugin/connections: callbacks of the sandbox, to a till under test
import { Agent } from "undici";
import { formatDateTime, vendorHeader } from "../../contract/wire/wire.ts";
import type { KeyPair } from "../keys.ts";
import { contentDigest, type Header, signedText, signText } from "../signature.ts";

/** Response to a delivery. Without one, `status` is null and `text` has the reason. */
export interface Reply {
  status: number | null;
  text: string;
}

export type Sender = ReturnType<typeof createSender>;

/** A receiver must respond before it processes the callback (G19). */
const ANSWER_WITHIN_MS = 5_000;
/** Maximum length of a scan response, in characters. */
const LONGEST_REPLY = 64 * 1024;

/**
 * Creates the sender. It always verifies certificates and never follows redirects.
 * @param ca additional certificate authorities in PEM
 */
export function createSender(vendor: string, keys: KeyPair, ca: string | null) {
  const agent = new Agent({
    connect: { timeout: ANSWER_WITHIN_MS, ...(ca === null ? {} : { ca }) },
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
  });

  return {
    async post(target: string, merchantId: string, body: string, now: number, contentType: string): Promise<Reply> {
      const signed: Header[] = [
        [vendorHeader(vendor, "Content-Digest"), contentDigest(Buffer.from(body))],
        [vendorHeader(vendor, "Merchant"), merchantId],
        [vendorHeader(vendor, "Timestamp"), formatDateTime(now)],
      ];
      const signature = signText(signedText("POST", target, signed, vendor), keys.privateKey);
      const headers = {
        ...Object.fromEntries(signed),
        authorization: `RSA-SHA256 ${signature}`,
        "content-type": contentType,
      };
      try {
        const signal = AbortSignal.timeout(2 * ANSWER_WITHIN_MS);
        const { origin, pathname, search } = new URL(target);
        const answer = await agent.request({ origin, path: pathname + search, method: "POST", headers, body, signal });
        return { status: answer.statusCode, text: await readReply(answer.body) };
      } catch (error) {
        return { status: null, text: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

async function readReply(body: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += chunk.toString("utf8");
    if (text.length > LONGEST_REPLY) break;
  }
  return text.slice(0, LONGEST_REPLY);
}
