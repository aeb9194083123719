/**
 * The folder of registers that can only write files: each file in `in/` is a request, and what it is answered is written to
 * `out/` under the same name. A file's name is its Idempotency-Key: whatever stops the till in between, it is done once.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { failed, wrongField } from "../../../contract/errors.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import { FOLDER_CLIENT } from "../../../contract/registers.ts";
import { REGISTER_FILE } from "../../../contract/registers-api.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import { type DamagedPlace, damagedPlace, decodeText } from "../../../contract/text-files.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import { type OpenFolder, openFolder } from "../../lib/plain-file.ts";
import { type Asked, answerOf, type ChangeName } from "./changes.ts";
import type { Answer } from "./kept-answers.ts";
import type { RegisterReads } from "./reads.ts";

export interface FolderPorts {
  clock: Clock;
  log: Log;
  /** An absolute path; `in` and `out` in it are made where they are missing */
  folder: string;
  settings: Pick<KeptSettings, "locale">;
  change(client: typeof FOLDER_CLIENT, asked: Asked): Answer;
  reads: Pick<RegisterReads, "payment" | "screen">;
}

const LOOK_MS = 1000;
/** The register may be another user of this machine, of the folder's group. */
const ANSWER_MODE = 0o640;
/** As a request's body may have. */
const MAX_BYTES = 65_536;
/** Nothing that a register needs is longer. */
const NAME = /^[^.].{0,199}\.json$/s;
/** Every file system takes such a name with what is added while it is written. */
const MOST_NAME_BYTES = 250;

/** Starts to look, once a second. A folder that is away is looked for again. @returns what ends it */
export function followFolder(ports: FolderPorts): { close(): Promise<void> } {
  const [into, out] = [join(ports.folder, "in"), join(ports.folder, "out")];
  // What could not be read as JSON, as it was then: it may still be being written.
  let [before, unfinished] = [new Map<string, string>(), new Map<string, string>()];
  const warned = new Set<string>();
  const trying = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
      warned.delete(what);
    } catch (err) {
      if (!warned.has(what)) ports.log.warn({ err }, "the folder of registers, or a file in it, cannot be used now");
      warned.add(what);
    }
  };
  const take = async (name: string, from: OpenFolder, to: OpenFolder) => {
    const read = await readRequest(from, name, { before: before.get(name) ?? null, locale: ports.settings.locale });
    if (read.is === "unfinished") unfinished.set(name, read.mark);
    if (read.is !== "request") return;
    const answer = answerTo(ports, name, read);
    // What waits for the printer leaves no room now: the file is asked for again at the next look.
    if (answer.status === FULL && isOfLines(read.content)) return;
    // On disk before the request is gone.
    await to.write(name, textOf(answer), ANSWER_MODE);
    await from.remove(name);
  };
  const loop = startLoop(ports, async () => {
    [before, unfinished] = [unfinished, new Map()];
    await trying("", async () => {
      // The folder around them may be a disk that is not there yet: nothing is made in its place.
      await using from = await openFolder(into);
      await using to = await openFolder(out);
      for (const name of (await from.names()).filter(isRequest).sort()) {
        if (loop.closed.aborted) return;
        await trying(name, () => take(name, from, to));
      }
    });
    return LOOK_MS;
  });
  return loop;
}

/** 422, `limit` */
const FULL = 422;

function isOfLines(content: unknown): boolean {
  return REGISTER_FILE.safeParse(content).data?.do === "lines";
}

function isRequest(name: string): boolean {
  return NAME.test(name) && Buffer.byteLength(name) <= MOST_NAME_BYTES;
}

/** `content`: null where it is no JSON, or too long. `damaged`: where a byte cannot be read. `mark`: how the file looked */
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

function answerTo({ change, reads }: FolderPorts, name: string, { content, damaged = null }: Request): Answer {
  const parsed = REGISTER_FILE.safeParse(content);
  const because = damaged === null ? reasonFor("file_json") : reasonFor("file_encoding_place", damaged);
  if (content === null || damaged !== null)
    return answerOf(failed("invalid_input", { fields: [wrongField(name, because)] }));
  if (!parsed.success) return answerOf(failed("invalid_input", { fields: fieldProblems(parsed.error) }));
  const { do: wanted, ...body } = parsed.data;
  const { reference: ofPayment = null, screenId = null, ...rest } = body;
  if (wanted === "status" && screenId !== null) return reads.screen(FOLDER_CLIENT, screenId);
  if (wanted === "status") return reads.payment(FOLDER_CLIENT, ofPayment ?? "");
  const reference = wanted === "withdraw" ? screenId : ofPayment;
  const key = createHash("sha256").update(name).digest("hex");
  const isOfNone = OF_NONE.includes(wanted);
  return change(FOLDER_CLIENT, {
    change: wanted,
    reference: isOfNone ? null : reference,
    body: isOfNone ? body : rest,
    key,
  });
}

/** Whose `reference`, where they have one, is part of what they ask. */
const OF_NONE: readonly ChangeName[] = ["start", "lines", "screen"];

function textOf({ status, body }: Answer): string {
  return `{"status": ${status}, "body": ${body}}\n`;
}
