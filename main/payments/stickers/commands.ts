/** The sticker commands. Changes are on disk when they return; the service is updated afterwards. */
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import { MAX_STICKERS, type Sticker } from "../../../contract/payments/stickers.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { nameKey } from "../../../contract/values/plain-text.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { StickerRow, StickerRows } from "./rows.ts";
import type { StickerTests } from "./tests.ts";

export interface StickerPorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  rows: StickerRows;
  tests: StickerTests;
  actor(): string | null;
  wakeUpkeep(): void;
  wakePoller(): void;
  onChange(): void;
}

export type StickerCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `sticker.${string}`>>;

export function stickerCommands(ports: StickerPorts): StickerCommands {
  const { rows, tests } = ports;
  return {
    "sticker.list": () => done({ items: rows.all().map((row) => viewOf(row, tests)) }),
    "sticker.create": ({ name }) => create(ports, name),
    "sticker.rename": (input) => rename(ports, input),
    "sticker.test"({ id }) {
      const row = rows.find(id);
      if (row?.state !== "active") return row === null ? failed("not_found") : notInUse();
      tests.begin(id);
      ports.wakePoller();
      ports.onChange();
      return viewResult(ports, id);
    },
    "sticker.retire"({ id }) {
      const row = rows.find(id);
      if (row === null) return failed("not_found");
      if (!isNotRetired(row)) return notInUse();
      const data = { id, name: row.name };
      change(ports, { event: "sticker.retired", data }, () => rows.change(id, { state: "retiring" }));
      ports.wakeUpkeep();
      return viewResult(ports, id);
    },
  };
}

function create(ports: StickerPorts, name: string): Result<Sticker> {
  const { clock, rows } = ports;
  const existing = rows.all().filter(isNotRetired);
  if (existing.length >= MAX_STICKERS)
    return failed("limit", { because: reasonFor("sticker_too_many", { most: MAX_STICKERS }) });
  if (existing.some((other) => isSameName(other.name, name))) return duplicateName();
  // Part of a URL, so it must not be guessable.
  const id = randomIdentifier(16);
  change(ports, { event: "sticker.created", data: { id, name } }, () => rows.insert({ id, name, madeAt: clock.now() }));
  ports.wakeUpkeep();
  return viewResult(ports, id);
}

function rename(ports: StickerPorts, { id, name }: CommandInput<"sticker.rename">): Result<Sticker> {
  const { rows } = ports;
  const row = rows.find(id);
  if (row === null) return failed("not_found");
  if (!isNotRetired(row)) return notInUse();
  if (rows.all().some((other) => other.id !== id && isNotRetired(other) && isSameName(other.name, name)))
    return duplicateName();
  const data = { id, name, before: row.name };
  change(ports, { event: "sticker.renamed", data }, () => rows.change(id, { name }));
  ports.wakeUpkeep();
  return viewResult(ports, id);
}

function isNotRetired({ state }: Pick<StickerRow, "state">): boolean {
  return state === "making" || state === "active" || state === "gone";
}

function isSameName(left: string, right: string): boolean {
  return nameKey(left) === nameKey(right);
}

function duplicateName(): Result<never> {
  return failed("invalid_input", { fields: [invalidField("name", reasonFor("sticker_name_taken"))] });
}

function notInUse(): Result<never> {
  return failed("illegal_state", { because: reasonFor("sticker_not_in_use") });
}

function change(
  { actor, clock, database, journal, onChange }: StickerPorts,
  entry: JournalEntry<EventOf<"sticker">>,
  write: () => void,
) {
  transact(database, () => {
    write();
    journal.append({ ...entry, actor: actor() }, clock.now());
  });
  onChange();
}

function viewResult({ rows, tests }: StickerPorts, id: string): Result<Sticker> {
  const row = rows.find(id);
  return row === null ? failed("not_found") : done(viewOf(row, tests));
}

function viewOf({ id, name, state, link, madeAt, lastScanAt }: StickerRow, tests: StickerTests): Sticker {
  return { id, name, state, link, madeAt: iso(madeAt), lastScanAt: isoOrNull(lastScanAt), test: tests.view(id) };
}
