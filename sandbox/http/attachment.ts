/** Uploads to an `attachment_uri` (2.3, G21): all parts or none. The URL is the only credential. */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { receiptMediaType } from "../../contract/wire/wire.ts";
import { API_BASE, type Service } from "../context.ts";
import { invalid, missing, Problem } from "../problem.ts";
import { type Attachment, addAttachment, findAttachmentTarget } from "../state/attachments.ts";
import { inTransaction } from "../state/database.ts";

const MAX_PARTS = 10;
const LARGEST_PART = 1024 * 1024;
const PICTURES = new Map([
  ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
]);

export async function addAttachments(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(multipart, { limits: { fileSize: LARGEST_PART, files: MAX_PARTS, parts: MAX_PARTS } });
  const url = `${API_BASE}/attachment/:token/`;
  app.post<{ Params: { token: string } }>(url, { bodyLimit: MAX_PARTS * LARGEST_PART }, async (request, reply) => {
    const tid = findAttachmentTarget(service.db, request.params.token, service.clock.now());
    if (tid === undefined) throw missing("upload address, or it has expired");
    const fault = service.faults.strike("ATTACHMENT");
    if (fault?.effect === "answer")
      throw new Problem(fault.status, "injected_fault", "The sandbox is set to return this fault.");
    const parts = await readParts(service, request);
    inTransaction(service.db, () => {
      for (const part of parts) addAttachment(service.db, tid, part, service.clock.now());
    });
    service.changes.announce();
    return reply.code(204).send();
  });
  app.route({
    method: ["GET", "PUT", "DELETE", "PATCH"],
    url,
    handler: () => {
      throw new Problem(405, "method_not_allowed", "Only POST is supported here.", null, { allow: "POST" });
    },
  });
}

async function readParts(service: Service, request: FastifyRequest): Promise<Attachment[]> {
  if (!request.isMultipart()) {
    const details = { "Content-Type": "expected multipart/form-data" };
    throw new Problem(415, "unsupported_media_type", "Attachments must be sent as a form.", details);
  }
  const parts: Attachment[] = [];
  for await (const part of request.parts()) {
    if (part.type !== "file") throw invalid({ [part.fieldname]: "expected a file with a content type" });
    const attachment = {
      filename: part.filename || part.fieldname,
      mediaType: part.mimetype,
      content: await part.toBuffer(),
    };
    checkPart(service, part.fieldname, attachment);
    parts.push(attachment);
  }
  if (parts.length === 0) throw invalid({ body: "has no parts" });
  return parts;
}

function checkPart(service: Service, field: string, { mediaType, content }: Attachment): void {
  const receipt = receiptMediaType(service.settings.mediaType);
  const signature = PICTURES.get(mediaType);
  if (signature) {
    if (!content.subarray(0, signature.length).equals(signature)) throw invalid({ [field]: `is no ${mediaType}` });
  } else if (mediaType === receipt) {
    if (!isJsonObject(content)) throw invalid({ [field]: "is not a JSON object" });
  } else throw invalid({ [field]: `expected a part of type ${receipt}, image/png or image/jpeg` });
}

function isJsonObject(content: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    return value !== null && typeof value === "object" && !Array.isArray(value);
  } catch {
    return false;
  }
}
