/** Attachments of a payment: electronic receipts and pictures, uploaded to the outcome's `attachment_uri` (G21). */
import { randomBytes } from "node:crypto";
import { receiptMediaType } from "../../../contract/wire.ts";
import { canonicalBytes } from "../../lib/canonical-json.ts";
import { unusable } from "./classify.ts";
import type { ApiClient } from "./client.ts";
import { nothing } from "./decode.ts";
import type { ApiResult } from "./errors.ts";

export type Attachment =
  | { kind: "receipt"; receipt: unknown }
  | { kind: "image"; mediaType: "image/png" | "image/jpeg"; bytes: Uint8Array };

/**
 * Uploads all attachments in one request: the service takes all of them or none.
 * @param attachmentUri from an outcome that was fetched just now; it expires, and the next outcome has a new one
 * Errors: refused 404 or 410 when it has expired; try_again "unreadable" when the address may not be used
 * (neither https nor this machine).
 */
export async function uploadAttachments(
  client: ApiClient,
  attachmentUri: string,
  attachments: readonly Attachment[],
): Promise<ApiResult<undefined>> {
  const { body, contentType } = encodeMultipart(attachments.map((attachment) => part(attachment, client.vendor)));
  const result = await client.sendPlain({
    method: "POST",
    uri: attachmentUri,
    body,
    contentType,
    decode: (answer) => (answer.status === 201 ? { ok: true, value: undefined } : nothing(answer)),
  });
  return result ?? { ok: false, error: unusable("attachment_uri: not an address to send to") };
}

interface Part {
  name: string;
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

function part(attachment: Attachment, vendor: string): Part {
  if (attachment.kind === "receipt") {
    const bytes = canonicalBytes(attachment.receipt);
    return { name: "receipt", fileName: "receipt.json", contentType: receiptMediaType(vendor), bytes };
  }
  const { mediaType, bytes } = attachment;
  return {
    name: "image",
    fileName: mediaType === "image/png" ? "image.png" : "image.jpg",
    contentType: mediaType,
    bytes,
  };
}

/** multipart/form-data (RFC 7578). Names are our own constants, so nothing in a header line needs escaping. */
function encodeMultipart(parts: readonly Part[]): { body: Uint8Array; contentType: string } {
  // 128 random bits do not occur in an attachment.
  const boundary = `till-${randomBytes(16).toString("hex")}`;
  const chunks = parts.flatMap(({ name, fileName, contentType, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
        `Content-Type: ${contentType}\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}
