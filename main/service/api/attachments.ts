/** Attachments of a payment: electronic receipts and images, uploaded to the outcome's `attachment_uri` (G21). */
import { z } from "zod";
import { receiptMediaType } from "../../../contract/wire/wire.ts";
import { unusable } from "./classify.ts";
import type { ApiClient } from "./client.ts";
import { noContent } from "./decode.ts";
import { type Encoded, encodeJson } from "./encode.ts";
import { type ApiResult, invalidInput } from "./errors.ts";
import { fieldsOf } from "./fields.ts";

export type Attachment =
  | { kind: "receipt"; receipt: unknown }
  | { kind: "image"; mediaType: "image/png" | "image/jpeg"; bytes: Uint8Array };

const attachmentsInput = z.array(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("receipt"), receipt: z.unknown() }),
    z.strictObject({
      kind: z.literal("image"),
      mediaType: z.enum(["image/png", "image/jpeg"]),
      bytes: z.instanceof(Uint8Array, { error: "expected bytes" }),
    }),
  ]),
);

/**
 * Uploads all attachments in one request, all or none. Errors: refused 404 or 410 for an expired address;
 * try_again "unreadable" for an address that is neither https nor this machine.
 */
export async function uploadAttachments(
  client: ApiClient,
  attachmentUri: string,
  attachments: readonly Attachment[],
): Promise<ApiResult<undefined>> {
  if (typeof attachmentUri !== "string") return { ok: false, error: invalidInput("attachment_uri: expected text") };
  const encoded = await encodeMultipart(attachments, client.mediaVendor);
  if (!encoded.ok) return encoded;
  const result = await client.sendPlain({
    method: "POST",
    uri: attachmentUri,
    body: encoded.value,
    contentType: encoded.contentType,
    decode: (answer) => (answer.status === 201 ? { ok: true, value: undefined } : noContent(answer)),
  });
  return result ?? { ok: false, error: unusable("attachment_uri: not an address to send to") };
}

async function encodeMultipart(
  attachments: readonly Attachment[],
  vendor: string,
): Promise<(Extract<Encoded, { ok: true }> & { contentType: string }) | Extract<Encoded, { ok: false }>> {
  const checked = attachmentsInput.safeParse(attachments);
  if (!checked.success) return { ok: false, error: invalidInput(fieldsOf(checked.error, "attachments")) };
  const form = new FormData();
  for (const attachment of attachments) {
    if (attachment.kind === "receipt") {
      const json = encodeJson(attachment.receipt);
      if (!json.ok) return json;
      form.append("receipt", new Blob([json.value], { type: receiptMediaType(vendor) }), "receipt.json");
    } else {
      const { mediaType, bytes } = attachment;
      form.append(
        "image",
        new Blob([bytes], { type: mediaType }),
        mediaType === "image/png" ? "image.png" : "image.jpg",
      );
    }
  }
  const encodedForm = new Response(form);
  return { ok: true, value: await encodedForm.bytes(), contentType: encodedForm.headers.get("content-type") ?? "" };
}
