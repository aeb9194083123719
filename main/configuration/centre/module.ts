/** Settings from head office: verified, applied while the till is idle, and rolled back when the till gets worse. */
import { createHash } from "node:crypto";
import { done } from "../../../contract/calls/errors.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import {
  CENTRE_PARTS,
  type CentreHealth,
  type CentrePart,
  type CentreSettings,
  type SignedConfiguration,
} from "../../../contract/head-office/centre.ts";
import { signedConfigurations } from "../../../contract/head-office/centre-settings.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import type { OperatorContext } from "../../people/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import {
  type ActiveParts,
  type ActiveSettings,
  appliedPartsOf,
  type CentrePartStore,
  type CentreParts,
  NO_ACTIVE_PARTS,
  partsIn,
  refundLimitsOf,
  viewOf,
  withParts,
} from "./active-settings.ts";
import {
  type Accepted,
  acceptConfigurations,
  missingOf,
  type OwnTill,
  type Refused,
  stillAccepted,
  wantedSettings,
} from "./check.ts";
import { newestStore } from "./newest.ts";
import { degradationSince, type TillCondition, WATCH_MS } from "./watch.ts";

export interface CentreContext
  extends Pick<OperatorContext, "clock" | "database" | "journal" | "log" | "signals" | "staff"> {
  settings: Pick<StoredSettings, "centre" | "ledger" | "pos" | "shop">;
  vault: Pick<Vault, "use" | "put">;
  parts: CentreParts;
  /** Reads an unverified list of signed configurations. @throws on a network error */
  pull(): Promise<unknown>;
  openSales(): number;
  condition(): TillCondition;
}

export interface Centre {
  commands: Pick<CommandHandlers, "centre.get">;
  health(): CentreHealth;
  touch(): void;
  close(): Promise<void>;
}

/** Stored state, so that a restart continues. Times are in milliseconds since the epoch. */
interface CentreState {
  accepted: Accepted;
  inForce: ActiveSettings | null;
  /** Settings being applied or watched, with the previous values, which are restored after an interruption */
  trying: {
    wanted: CentreSettings;
    before: CentreSettings;
    /** Head office's previously applied parts; missing in data of earlier versions */
    earlier?: ActiveParts;
    until: number | null;
    condition: TillCondition;
  } | null;
  /** SHA-256 of the rolled-back settings, which are not applied again */
  refused: { digest: string; because: string } | null;
  /** Times of the last day's journaled rejections, by their canonical JSON */
  refusals?: Record<string, number>;
}

const NAME = "centre";
const INITIAL_STATE: CentreState = { accepted: {}, inForce: null, trying: null, refused: null };
const FIRST_DELAY_MS = 10_000;
const CHECK_INTERVAL_MS = 60_000;
/** Limits journal entries per rejection, because the ledger could otherwise fill the journal. */
const REFUSAL_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 60_000;

/** Result of the last check, in memory only. */
interface CheckResult {
  state: CentreHealth["state"];
  detail: string | null;
}

interface Running extends CentreContext {
  own: OwnTill;
  readState(): CentreState;
  updateState(change: Partial<CentreState>): void;
  touchedAt: number | null;
}

export function centreModule(context: CentreContext): Centre {
  const { clock, database, settings, signals } = context;
  const store = settingStore(database);
  const readState = () => (store.get(NAME) as CentreState | null) ?? INITIAL_STATE;
  const running: Running = {
    ...context,
    own: ownTill(settings),
    readState,
    updateState: (change) => store.set(NAME, { ...readState(), ...change }),
    touchedAt: null,
  };
  const lastCheck: CheckResult = { state: settings.centre ? "none" : "off", detail: null };
  const touch = () => {
    running.touchedAt = clock.monotonic();
  };
  signals.on("payment.changed", touch);
  let isFirst = true;
  const loop = startLoop(context, async () => {
    if (!settings.centre) return null;
    if (isFirst) {
      isFirst = false;
      return FIRST_DELAY_MS;
    }
    Object.assign(lastCheck, await step(running, settings.centre.publicKey));
    return CHECK_INTERVAL_MS;
  });
  return {
    commands: { "centre.get": () => done(viewOf(readState().inForce, readState().accepted, context.parts)) },
    health: () => healthOf(readState(), lastCheck),
    touch,
    close: () => loop.close(),
  };
}

async function step(running: Running, key: string): Promise<CheckResult> {
  const { readState, log, own, vault } = running;
  const worse = await watch(running);
  if (worse !== null) return { state: "rolled_back", detail: worse };
  const pulled = await pullSafely(running);
  const refused = accept(running, pulled.received, key);
  if (refused !== null) log.warn({ refused }, "rejected settings without head office's signature for this till");
  const missing = missingOf(readState().accepted, newestStore(vault, key).get() ?? {}, own).join(", ");
  const applyResult = missing === "" ? await applySettings(running) : null;
  if (applyResult !== null) return applyResult;
  if (refused !== null) return { state: "refused", detail: refused.problem };
  const unreached = pulled.because ?? missing;
  if (unreached !== "") return { state: "unreached", detail: unreached };
  return { state: Object.keys(readState().accepted).length === 0 ? "none" : "current", detail: null };
}

/** Returns the first rejection. Stored configurations are checked too, because a restored backup may be outdated. */
function accept(running: Running, received: readonly SignedConfiguration[], key: string): Refused | null {
  const { clock, updateState, readState, own, settings, vault } = running;
  const terms = { key, own, isForAll: settings.centre?.url !== null, now: clock.now() };
  const acceptedBefore = readState().accepted;
  const store = newestStore(vault, key);
  const newest = store.get();
  // Earlier versions stored no digests and accepted settings without knowing the shop.
  const ownAtAcceptance = newest === null ? { ...own, shop: own.shop ?? acceptedShop(acceptedBefore) } : own;
  const retained = { accepted: stillAccepted(acceptedBefore, newest ?? {}, own), newest: newest ?? {} };
  const checked = acceptConfigurations(Object.values(acceptedBefore), retained, { ...terms, own: ownAtAcceptance });
  const { accepted, refused, newest: reached } = acceptConfigurations(received, checked, terms);
  // The vault first: a power cut must not leave an accepted version that a restore could undo.
  store.set(reached);
  if (canonicalJson(accepted) !== canonicalJson(acceptedBefore)) updateState({ accepted });
  const problem = refused ?? checked.refused;
  if (problem !== null) writeRefusal(running, problem);
  return problem;
}

function acceptedShop(accepted: Accepted): string | null {
  const to = Object.keys(accepted).find((addressee) => addressee.startsWith("shop:"));
  return to?.slice("shop:".length) ?? null;
}

function writeRefusal({ clock, database, journal, updateState, readState }: Running, refused: Refused): void {
  const now = clock.now();
  const recent = Object.entries(readState().refusals ?? {}).filter(([, at]) => Math.abs(now - at) < REFUSAL_MS);
  const refusals = Object.fromEntries(recent);
  const refusal = canonicalJson(refused);
  if (refusals[refusal] !== undefined) return;
  transact(database, () => {
    updateState({ refusals: { ...refusals, [refusal]: now } });
    journal.append({ event: "centre.refused", data: { ...refused } }, now);
  });
}

async function pullSafely({
  pull,
}: Running): Promise<{ received: readonly SignedConfiguration[]; because: string | null }> {
  try {
    const read = signedConfigurations.safeParse(await pull());
    if (!read.success) throw new Error("no list of signed configurations");
    return { received: read.data, because: null };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return {
      received: [],
      because: typeof code === "string" ? code : String(error instanceof Error ? error.message : error),
    };
  }
}

/** A published list names shops as on receipts, unless provisioning sets another name. */
function ownTill({ centre, ledger, pos, shop }: CentreContext["settings"]): OwnTill {
  const onReceipts = centre?.url ? shop?.name : null;
  return { till: ledger?.till ?? pos.id, shop: centre?.shop ?? onReceipts ?? null };
}

async function applySettings(running: Running): Promise<CheckResult | null> {
  const { clock, condition, journal, updateState, readState, parts, database } = running;
  const { accepted, inForce, refused, trying } = readState();
  const wanted = wantedSettings(accepted);
  const digest = digestOf(wanted);
  if (refused?.digest === digest) return { state: "rolled_back", detail: refused.because };
  const changed = CENTRE_PARTS.filter(
    (part) =>
      wanted[part] !== undefined && canonicalJson(wanted[part]) !== canonicalJson(inForce?.settings[part] ?? null),
  );
  if (changed.length === 0) return null;
  if (!isIdle(running)) return { state: "waiting", detail: null };
  // After an interruption, the values from before it count as previous.
  const before = { ...Object.fromEntries(changed.map((part) => [part, parts[part].get()])), ...trying?.before };
  const earlier = withParts(inForce ?? NO_ACTIVE_PARTS, partsIn(trying?.before), trying?.earlier);
  updateState({ trying: { wanted, before, earlier, until: null, condition: trying?.condition ?? condition() } });
  const problem = await setParts(running, changed, wanted);
  if (problem !== null) {
    await rollBack(running, problem);
    return { state: "rolled_back", detail: problem };
  }
  transact(database, () => {
    const at = clock.now();
    const appliedTrial = readState().trying;
    const settings = { ...inForce?.settings, ...wanted };
    const puts = { ...inForce?.puts, ...appliedPartsOf(changed, { accepted, parts, settings, at }) };
    updateState({
      inForce: { settings, at, puts },
      trying: appliedTrial && { ...appliedTrial, until: at + WATCH_MS },
      refused: null,
    });
    const data = { versions: versionsOf(accepted).join(", "), parts: changed.join(", "), fingerprint: digest };
    journal.append({ event: "centre.applied", data }, at);
  });
  return null;
}

async function setParts(
  { parts }: Running,
  which: readonly CentrePart[],
  values: CentreSettings,
): Promise<string | null> {
  for (const part of which) {
    try {
      await (parts[part] as CentrePartStore<unknown>).set(values[part]);
    } catch (error) {
      return `${part}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}

/** Rolls back when the till got worse, and returns why. */
async function watch(running: Running): Promise<string | null> {
  const { clock, condition, updateState, readState } = running;
  const { trying } = readState();
  if (trying === null || trying.until === null) return null;
  const worse = degradationSince(trying.condition, condition());
  if (worse !== null) await rollBack(running, worse);
  else if (clock.now() >= trying.until) updateState({ trying: null });
  return worse;
}

/** Restores the previous values, and never applies the same settings again. */
async function rollBack(running: Running, because: string): Promise<void> {
  const { clock, database, journal, updateState, readState, log } = running;
  const { accepted, inForce, trying } = readState();
  if (trying === null) return;
  const which = partsIn(trying.before);
  const problem = await setParts(running, which, trying.before);
  if (problem !== null) log.error({ problem }, "the rollback of head office's settings failed");
  transact(database, () => {
    updateState({
      // The restored values may be earlier settings of head office, which then count as applied.
      inForce: inForce && { ...inForce, ...withParts(inForce, which, trying.earlier) },
      trying: null,
      refused: { digest: digestOf(trying.wanted), because },
    });
    const data = { versions: versionsOf(accepted).join(", "), parts: which.join(", "), because };
    journal.append({ event: "centre.rolledBack", data }, clock.now());
  });
}

function isIdle({ clock, openSales, staff, touchedAt }: Running): boolean {
  const isTouched = touchedAt !== null && clock.monotonic() - touchedAt < IDLE_MS;
  return staff.role() === null && openSales() === 0 && !isTouched;
}

function digestOf(settings: CentreSettings): string {
  return createHash("sha256").update(canonicalJson(settings)).digest("hex");
}

function versionsOf(accepted: Accepted): string[] {
  const inOrder = Object.entries(accepted).sort(([left], [right]) => left.localeCompare(right));
  return inOrder.map(([to, { version }]) => `${to} ${version}`);
}

function healthOf({ accepted, inForce }: CentreState, { state, detail }: CheckResult): CentreHealth {
  const settings = inForce?.settings ?? {};
  return {
    state,
    detail,
    versions: versionsOf(accepted),
    since: isoOrNull(inForce?.at ?? null),
    parts: partsIn(settings),
    refundLimits: refundLimitsOf(settings),
  };
}
