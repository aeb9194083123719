/** Recent breakdowns of the till, and the contact shown while it is out of order. Stored next to its data. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { writeFileDurably } from "../storage/database/durable-file.ts";
import type { LaunchOptions } from "./options.ts";

/** More breakdowns within {@link WITHIN_MS} take the till out of order. */
export const MAX_BREAKDOWNS = 5;
export const WITHIN_MS = 10 * 60_000;
export const OUT_OF_ORDER_MS = 10 * 60_000;

const contact = z.strictObject({
  locale: z.string(),
  phone: z.string().nullable(),
  kiosk: z.boolean(),
});
export type Contact = z.output<typeof contact>;

/**
 * `starts`: start times in ms since the epoch of runs that broke down. The current run counts until it has lasted
 * {@link WITHIN_MS}.
 */
const record = z.strictObject({ starts: z.array(z.number()).max(1000), contact: contact.nullable() });
type BreakdownRecord = z.output<typeof record>;

const UNKNOWN: Contact = { locale: "en-GB", phone: null, kiosk: false };

const NOTHING: BreakdownRecord = { starts: [], contact: null };

const pathOf = (dataDir: string) => join(dataDir, "breakdowns.json");

function read(dataDir: string): BreakdownRecord {
  try {
    return record.parse(JSON.parse(readFileSync(pathOf(dataDir), "utf8")));
  } catch {
    return NOTHING;
  }
}

/** A till that cannot store this runs anyway. */
function change(dataDir: string, log: Log, next: Partial<BreakdownRecord>): void {
  // The first start creates the folder with its own permissions.
  if (!existsSync(dataDir)) return;
  try {
    writeFileDurably(pathOf(dataDir), `${JSON.stringify({ ...read(dataDir), ...next })}\n`, 0o600);
  } catch (err) {
    log.warn({ err }, "the out-of-order texts could not be saved");
  }
}

export function contactOf(dataDir: string): Contact | null {
  return read(dataDir).contact;
}

export function keepContact(dataDir: string, now: Contact, log: Log): void {
  if (JSON.stringify(contactOf(dataDir)) !== JSON.stringify(now)) change(dataDir, log, { contact: now });
}

/** Returns the starts that count. A future one is from before the clock was set back, and counts as recent. */
export function recentBreakdowns(starts: readonly number[], now: number): number[] {
  return starts.filter((at) => Math.abs(now - at) < WITHIN_MS);
}

export interface LimitPorts {
  clock: Clock;
  log: Log;
  /** True if a supervisor restarts the till: a person may try any number of times */
  supervised: boolean;
  stop: AbortSignal;
  report?(): { close(): Promise<void> };
  showOutOfOrder(contact: Contact, over: AbortSignal): Promise<void>;
}

/**
 * Runs a till. After too many breakdowns it is out of order for a while, and is then left to its supervisor to restart.
 * @param run resolves with the exit code; 1 is a breakdown
 */
export async function withinLimit(
  { dataDir, kiosk }: Pick<LaunchOptions, "dataDir" | "kiosk">,
  ports: LimitPorts,
  run: () => Promise<0 | 1 | 2 | 3>,
): Promise<0 | 1 | 2 | 3> {
  const { clock, log, supervised, stop } = ports;
  if (!supervised) return run();
  const previous = read(dataDir);
  const recent = recentBreakdowns(previous.starts, clock.now());
  if (recent.length >= MAX_BREAKDOWNS) {
    log.fatal({ breakdowns: recent.length }, "the till crashed too often and is out of order for a while");
    const knownContact = previous.contact ?? UNKNOWN;
    await outOfOrder({ ...knownContact, kiosk: kiosk || knownContact.kiosk }, ports);
    change(dataDir, log, { starts: [] });
    return stop.aborted ? 0 : 1;
  }
  const at = clock.now();
  change(dataDir, log, { starts: [...recent, at] });
  const forget = () => change(dataDir, log, { starts: read(dataDir).starts.filter((start) => start !== at) });
  const ended = new AbortController();
  const stayed = forgetWhenItStays({ clock, forget }, ended.signal);
  const code = await run().finally(() => ended.abort());
  await stayed;
  // A stopped till, or one that a restart cannot fix, did not break down.
  if (code !== 1) forget();
  return code;
}

/** Forgets a start after the run lasted long enough, so that a later power cut is no breakdown. */
async function forgetWhenItStays(
  { clock, forget }: Pick<LimitPorts, "clock"> & { forget(): void },
  ended: AbortSignal,
): Promise<void> {
  await clock.sleep(WITHIN_MS, ended);
  if (!ended.aborted) forget();
}

async function outOfOrder(known: Contact, ports: LimitPorts): Promise<void> {
  const { clock, log, stop, showOutOfOrder } = ports;
  const reports = ports.report?.();
  const over = new AbortController();
  const shown = showOutOfOrder(known, over.signal).catch((err: unknown) =>
    log.error({ err }, "the out-of-order page could not be shown"),
  );
  await clock.sleep(OUT_OF_ORDER_MS, stop);
  over.abort();
  await shown;
  await reports?.close();
}
