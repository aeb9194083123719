/** Receipts and pictures attached to payments (2.3, G21). */
import { all, type Db, one, run, runUnsynced } from "./database.ts";
import { randomName } from "./tokens.ts";

export interface Attachment {
  filename: string;
  mediaType: string;
  content: Buffer;
}

/** Creates an upload URL's token, valid until a time. Returns the token. */
export function makeAttachmentToken(db: Db, tid: string, expiresAt: number): string {
  const token = randomName(18);
  // A lost token is replaced by the next outcome.
  runUnsynced(db, "INSERT INTO attachment_uri (token, tid, expires_at) VALUES (?, ?, ?)", token, tid, expiresAt);
  return token;
}

export function findAttachmentTarget(db: Db, token: string, now: number): string | undefined {
  const sql = "SELECT tid FROM attachment_uri WHERE token = ? AND expires_at > ?";
  return one<{ tid: string }>(db, sql, token, now)?.tid;
}

export function addAttachment(db: Db, tid: string, attachment: Attachment, now: number): void {
  const sql = "INSERT INTO attachment (tid, filename, media_type, content, uploaded_at) VALUES (?, ?, ?, ?, ?)";
  run(db, sql, tid, attachment.filename, attachment.mediaType, attachment.content, now);
}

export function listAttachments(db: Db, tid: string): Attachment[] {
  const sql = "SELECT filename, media_type AS mediaType, content FROM attachment WHERE tid = ? ORDER BY seq";
  return all(db, sql, tid);
}
