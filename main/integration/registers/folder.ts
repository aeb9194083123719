/**
 * File interface for registers that can only write files. Each file in `in/` is a request; its response goes to `out/`
 * under the same name. The file's name is the Idempotency-Key, so a restart never repeats a change.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { failed, invalidField } from "../../../contract/calls/errors.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { FOLDER_CLIENT } from "../../../contract/integration/registers.ts";
import { REGISTER_FILE } from "../../../contract/integration/registers-api.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { type DamagedPlace, damagedPlace, decodeText } from "../../../contract/values/text-files.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import { startLoop } from "../../lib/loop.ts";
import { type OpenFolder, openFolder } from "../../lib/plain-file.ts";
import type { StorageContext } from "../../storage/context.ts";
import { answerOf, type ChangeName, type ChangeRequest } from "./changes.ts";
import type { RegisterResponse } from "./idempotency.ts";
import type { RegisterReads } from "./reads.ts";

export interface FolderPorts extends Pick<StorageContext, "clock" | "log"> {
  /** An absolute path; `in` and `out` are created if missing */
  folder: string;
  settings: Pick<StoredSettings, "locale">;
  change(client: typeof FOLDER_CLIENT, asked: ChangeRequest): RegisterResponse;
  reads: Pick<RegisterReads, "payment" | "screen">;
}

const POLL_MS = 1000;
/** Readable by the group: the register may run as another user. */
const ANSWER_MODE = 0o640;
/** Maximum file size, the limit of a request body. */
const MAX_BYTES = 65_536;
/** Longest valid file name. */
const NAME = /^[^.].{0,199}\.json$/s;
/** Leaves room for the suffix of the temporary file. */
const MAX_NAME_BYTES = 250;

/** Polls the folder every second, and retries a missing folder. The returned function stops polling. */
export function followFolder(ports: FolderPorts): { close(): Promise<void> } {
  const [into, out] = [join(ports.folder, "in"), join(ports.folder, "out")];
  // Fingerprints of files that were not valid JSON: the register may still be writing them.
  let [before, unfinished] = [new Map<string, string>(), new Map<string, string>()];
  const warned = new Set<string>();
  const trying = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
      warned.delete(what);
    } catch (err) {
      if (!warned.has(what)) ports.log.warn({ err }, "the register folder, or a file in it, is not accessible");
      warned.add(what);
    }
  };
  const take = async (name: string, from: OpenFolder, to: OpenFolder) => {
    const read = await readRequest(from, name, { before: before.get(name) ?? null, locale: ports.settings.locale });
    if (read.is === "unfinished") unfinished.set(name, read.mark);
    if (read.is !== "request") return;
    const answer = answerTo(ports, name, read);
    // The print queue is full: retry at the next poll.
    if (answer.status === FULL && isOfLines(read.content)) return;
    // Write the response to disk before deleting the request.
    await to.write(name, textOf(answer), ANSWER_MODE);
    await from.remove(name);
  };
  const loop = startLoop(ports, async () => {
    [before, unfinished] = [unfinished, new Map()];
    await trying("", async () => {
      // Do not create the parent folder: its disk may not be mounted yet.
      await using from = await openFolder(into);
      await using to = await openFolder(out);
      for (const name of (await from.names()).filter(isRequest).sort()) {
        if (loop.closed.aborted) return;
        await trying(name, () => take(name, from, to));
      }
    });
    return POLL_MS;
  });
  return loop;
}

const FULL = 422;

function isOfLines(content: unknown): boolean {
  return REGISTER_FILE.safeParse(content).data?.do === "lines";
}

function isRequest(name: string): boolean {
  return NAME.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

/**
 * `content`: null if too long or not JSON. `damaged`: position of an unreadable byte. `mark`: the file's fingerprint
 */
type Request = { is: "request"; content: unknown; damaged?: DamagedPlace | null };
type Read = Request | { is: "unfinished"; mark: string } | { is: "none" };

type Looked = { before: string | null; locale: string };

async function readRequest(folder: OpenFolder, name: string, { before, locale }: Looked): Promise<Read> {
  const found = await folder.read(name, MAX_BYTES);
  if (found.is === "none") return found;
  const mark = `${found.stat.size} ${found.stat.mtimeMs}`;
  try {
    const file = found.is === "file" ? decodeText(found.bytes, locale) : null;
    if (file !== null) return { is: "request", content: JSON.parse(file.text), damaged: damagedPlace(file) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return mark === before ? { is: "request", content: null } : { is: "unfinished", mark };
}

function answerTo(
  { change, reads }: FolderPorts,
  name: string,
  { content, damaged = null }: Request,
): RegisterResponse {
  const parsed = REGISTER_FILE.safeParse(content);
  const because = damaged === null ? reasonFor("file_json") : reasonFor("file_encoding_place", damaged);
  if (content === null || damaged !== null)
    return answerOf(failed("invalid_input", { fields: [invalidField(name, because)] }));
  if (!parsed.success) return answerOf(failed("invalid_input", { fields: fieldProblems(parsed.error) }));
  const { do: wanted, ...body } = parsed.data;
  const { reference: ofPayment = null, screenId = null, ...rest } = body;
  if (wanted === "status" && screenId !== null) return reads.screen(FOLDER_CLIENT, screenId);
  if (wanted === "status") return reads.payment(FOLDER_CLIENT, ofPayment ?? "");
  const reference = wanted === "withdraw" ? screenId : ofPayment;
  const key = createHash("sha256").update(name).digest("hex");
  const hasNoPayment = WITHOUT_PAYMENT.includes(wanted);
  return change(FOLDER_CLIENT, {
    change: wanted,
    reference: hasNoPayment ? null : reference,
    body: hasNoPayment ? body : rest,
    key,
  });
}

/** Changes whose `reference`, if any, is part of the body. */
const WITHOUT_PAYMENT: readonly ChangeName[] = ["start", "lines", "screen"];

function textOf({ status, body }: RegisterResponse): string {
  return `{"status": ${status}, "body": ${body}}\n`;
}
