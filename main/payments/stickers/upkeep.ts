/**
 * Synchronises each sticker's shortlink with the service (G13): creates it once, keeps its callback address current,
 * and deletes it when the sticker is retired. Each change is stored before it is requested.
 */
import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import { startLoop } from "../../lib/loop.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { type ApiError, describeError } from "../../service/api/errors.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import {
  createShortlink,
  deleteShortlink,
  getShortlink,
  listShortlinks,
  updateShortlink,
} from "../../service/api/shortlink.ts";
import type { ServiceContext } from "../../service/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { StickerRow, StickerRows } from "./rows.ts";

export interface UpkeepPorts extends Pick<ServiceContext, "api" | "clock" | "database" | "journal" | "log" | "random"> {
  rows: StickerRows;
  posName: string;
  /** A sticker's callback URI; null while the till polls */
  callbackUri(id: string): string | null;
  onChange(): void;
}

const MAX_SEARCHED = 500;

export function startUpkeep(ports: UpkeepPorts) {
  const { log, rows } = ports;
  /** Description and address known to be stored at the service, by sticker */
  const registeredAs = new Map<string, string>();
  let failures = 0;
  const loop = startLoop(ports, async () => {
    let isComplete = true;
    for (const row of rows.all()) {
      const error = await synchronise(ports, row, registeredAs);
      if (error === null) continue;
      isComplete = false;
      log.warn({ because: describeError(error), sticker: row.id }, "a sticker is not registered with the service yet");
      // A refusal concerns one sticker, so continue with the next. Without a response, stop: the service is down.
      if (error.kind !== "refused") break;
    }
    failures = isComplete ? 0 : failures + 1;
    if (!isComplete) return Math.min(pauseAfter(failures, ports.random()), 60_000);
    return rows.all().some(({ state }) => state === "making" || state === "retiring") ? 0 : null;
  });
  return {
    ...loop,
    /** Checks all stickers again, after the callback address changed */
    recheckAll() {
      registeredAs.clear();
      loop.wake();
    },
  };
}

async function synchronise(
  ports: UpkeepPorts,
  row: StickerRow,
  registeredAs: Map<string, string>,
): Promise<ApiError | null> {
  switch (row.state) {
    case "making":
      return createShortlinkFor(ports, row);
    case "active":
      return updateShortlinkFor(ports, row, registeredAs);
    case "retiring":
      return deleteShortlinkOf(ports, row);
    default:
      return null;
  }
}

/**
 * Creates a shortlink. The service chooses its id, so after a lost response it is looked up by serial number, and never
 * created twice.
 */
async function createShortlinkFor(ports: UpkeepPorts, row: StickerRow): Promise<ApiError | null> {
  const found =
    row.shortlinkId === null && row.askedAt !== null
      ? await findOwnShortlink(ports, row.id)
      : shortlinkFound(row.shortlinkId);
  if ("error" in found) return found.error;
  const shortlink = found.id === null ? await requestShortlink(ports, row) : found;
  if ("error" in shortlink) return shortlink.error;
  change(ports, row.id, { shortlinkId: shortlink.id });
  const read = await getShortlink(ports.api, shortlink.id ?? "");
  if (!read.ok) return read.error;
  if (ports.rows.find(row.id)?.state !== "making") return null;
  const link = read.value.shortlink_value;
  change(ports, row.id, { state: "active", link }, { event: "sticker.made", data: { id: row.id } });
  return null;
}

type ShortlinkResult = { id: string | null } | { error: ApiError };

const shortlinkFound = (id: string | null): ShortlinkResult => ({ id });

async function requestShortlink(ports: UpkeepPorts, row: StickerRow): Promise<ShortlinkResult> {
  change(ports, row.id, { askedAt: ports.clock.now() });
  const created = await createShortlink(ports.api, wantedOf(ports, row));
  return created.ok ? shortlinkFound(created.value.id) : { error: created.error };
}

/** Searches the service's shortlinks for the sticker's serial number. */
async function findOwnShortlink({ api }: { api: ApiClient }, id: string): Promise<ShortlinkResult> {
  let searched = 0;
  for await (const page of listShortlinks(api)) {
    if (!page.ok) return { error: page.error };
    for (const shortlinkId of page.value) {
      searched += 1;
      if (searched > MAX_SEARCHED) return shortlinkFound(null);
      const read = await getShortlink(api, shortlinkId);
      if (read.ok && read.value.serial_number === id) return shortlinkFound(shortlinkId);
      if (!read.ok && !isUnknown(read.error)) return { error: read.error };
    }
  }
  return shortlinkFound(null);
}

async function updateShortlinkFor(
  ports: UpkeepPorts,
  row: StickerRow,
  registeredAs: Map<string, string>,
): Promise<ApiError | null> {
  const wanted = wantedOf(ports, row);
  const wantedKey = JSON.stringify(wanted);
  if (registeredAs.get(row.id) === wantedKey) return null;
  const read = await getShortlink(ports.api, row.shortlinkId ?? "");
  if (!read.ok && !isUnknown(read.error)) return read.error;
  if (!read.ok || read.value.is_active === false) {
    if (ports.rows.find(row.id)?.state === "active")
      change(ports, row.id, { state: "gone" }, { event: "sticker.gone", data: { id: row.id } });
    return null;
  }
  const { callback_uri = null, description = null } = read.value;
  if (callback_uri !== wanted.callback_uri || description !== wanted.description) {
    const updated = await updateShortlink(ports.api, row.shortlinkId ?? "", wanted);
    if (!updated.ok) return updated.error;
  }
  registeredAs.set(row.id, wantedKey);
  return null;
}

async function deleteShortlinkOf(ports: UpkeepPorts, row: StickerRow): Promise<ApiError | null> {
  const found =
    row.shortlinkId === null && row.askedAt !== null
      ? await findOwnShortlink(ports, row.id)
      : shortlinkFound(row.shortlinkId);
  if ("error" in found) return found.error;
  if (found.id !== null) {
    const removed = await deleteShortlink(ports.api, found.id);
    if (!removed.ok && !isUnknown(removed.error)) return removed.error;
  }
  change(ports, row.id, { state: "retired" }, { event: "sticker.ended", data: { id: row.id } });
  return null;
}

function wantedOf({ callbackUri, posName }: UpkeepPorts, { id, name }: StickerRow) {
  return { callback_uri: callbackUri(id), description: `${posName} · ${name}`, serial_number: id };
}

function change(
  { clock, database, journal, onChange, rows }: UpkeepPorts,
  id: string,
  to: Parameters<StickerRows["change"]>[1],
  entry?: JournalEntry<EventOf<"sticker">>,
): void {
  transact(database, () => {
    rows.change(id, to);
    if (entry !== undefined) journal.append(entry, clock.now());
  });
  onChange();
}

function isUnknown(error: ApiError): boolean {
  return error.kind === "refused" && (error.status === 404 || error.status === 410);
}
