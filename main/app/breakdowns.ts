/** How often a till broke down lately, and whom a page may name while it is out of order: kept beside its data. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { writeFileDurably } from "../storage/database/durable-file.ts";
import type { LaunchOptions } from "./options.ts";

/** Breaking down more often than this in {@link WITHIN_MS} helps no customer: they are to know, and so is the shop. */
export const MAX_BREAKDOWNS = 5;
export const WITHIN_MS = 10 * 60_000;
/** How long the till is out of order then, before it is tried again. */
export const OUT_OF_ORDER_MS = 10 * 60_000;

/** What a page says of the shop whose till is out of order. */
const contact = z.strictObject({
  /** As `nb-NO` */
  locale: z.string(),
  /** The shop's, as its receipts have it */
  phone: z.string().nullable(),
  /** Whether customers stand before the page */
  kiosk: z.boolean(),
});
export type Contact = z.output<typeof contact>;

/** `starts`: in ms since the epoch, those that did not end in order; the one under way among them, until it has run for {@link WITHIN_MS}. */
const record = z.strictObject({ starts: z.array(z.number()).max(1000), contact: contact.nullable() });
type BreakdownRecord = z.output<typeof record>;

/** A till that never came up. */
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

/** A till that cannot remember its breakdowns is a till all the same. */
function change(dataDir: string, log: Log, next: Partial<BreakdownRecord>): void {
  // The very first start makes the folder itself, with its own rights.
  if (!existsSync(dataDir)) return;
  try {
    writeFileDurably(pathOf(dataDir), `${JSON.stringify({ ...read(dataDir), ...next })}\n`, 0o600);
  } catch (err) {
    log.warn({ err }, "what a page says while the till is out of order could not be kept");
  }
}

/** What is known of the shop; null before the first start. */
export function contactOf(dataDir: string): Contact | null {
  return read(dataDir).contact;
}

/** Keeps what a page would say, where it has changed. */
export function keepContact(dataDir: string, now: Contact, log: Log): void {
  if (JSON.stringify(contactOf(dataDir)) !== JSON.stringify(now)) change(dataDir, log, { contact: now });
}

/** Those that count. One from the future is one before the clock was set back: as recent as can be told. */
export function recentBreakdowns(starts: readonly number[], now: number): number[] {
  return starts.filter((at) => Math.abs(now - at) < WITHIN_MS);
}

export interface LimitPorts {
  clock: Clock;
  log: Log;
  /** Whether something starts the till again: a person who does may try as often as they like */
  supervised: boolean;
  /** Aborted when the till is to stop */
  stop: AbortSignal;
  /** Reports to what supervises this process while there is no till */
  report?(): { close(): Promise<void> };
  /** Shows that the till is out of order until `over` is aborted */
  showOutOfOrder(contact: Contact, over: AbortSignal): Promise<void>;
}

/**
 * Runs a till, unless it broke down too often: then it is out of order for a while, says so, and is left to what
 * supervises it, which starts it anew.
 * @param run resolves with the exit code: with 1 the till broke down
 */
export async function withinLimit(
  { dataDir, kiosk }: Pick<LaunchOptions, "dataDir" | "kiosk">,
  ports: LimitPorts,
  run: () => Promise<0 | 1 | 2 | 3>,
): Promise<0 | 1 | 2 | 3> {
  const { clock, log, supervised, stop } = ports;
  if (!supervised) return run();
  const before = read(dataDir);
  const recent = recentBreakdowns(before.starts, clock.now());
  if (recent.length >= MAX_BREAKDOWNS) {
    log.fatal({ breakdowns: recent.length }, "the till broke down too often: it is out of order for a while");
    const known = before.contact ?? UNKNOWN;
    await outOfOrder({ ...known, kiosk: kiosk || known.kiosk }, ports);
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
  // Stopped, or refused for a reason that starting again does not mend: neither is a breakdown.
  if (code !== 1) forget();
  return code;
}

/** Who switches the machine off at the wall breaks nothing down, whatever its clock says at the next start. */
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
    log.error({ err }, "the page that says so could not be shown"),
  );
  await clock.sleep(OUT_OF_ORDER_MS, stop);
  over.abort();
  await shown;
  await reports?.close();
}
