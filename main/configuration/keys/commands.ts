import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { KeysRegistration, KeysTest, KeysUser, KeysView } from "../../../contract/configuration/keys.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { testAcceptance } from "./acceptance.ts";
import { refusalSameKey, refusalToPrepare, refusalUntested } from "./checks.ts";
import { watchOverlap } from "./overlap.ts";
import { materialOf } from "./prepare.ts";
import { recordIn } from "./record.ts";
import { activateOffered, isOfferRefused, readUser, registerKey } from "./register.ts";
import { discardPrepared, prepareKey, recordTest, retirePrevious, withOverlapEnd } from "./rotation.ts";
import { credentialsIn } from "./slots.ts";
import { type KeysPorts, type Rotation, rotationOf } from "./steps.ts";

/** Setting: start time of the current key when the service last accepted only the previous one; milliseconds or null */
const FALLBACK_SETTING = "keysFellBack";

/** Creates the `keys.*` commands, and deletes the previous key automatically after the overlap. */
export function keyCommands(ports: KeysPorts) {
  const rotation = rotationOf(ports, () => watch.reset());
  const { view, state, commit } = rotation;
  const { vault, credentials, clock, log } = ports;
  let registering: Promise<Result<KeysRegistration>> | null = null;
  const watch = watchOverlap({
    clock,
    log,
    now: ports.serviceNow,
    until: () => recordIn(vault)?.previous?.until ?? null,
    end: () => commit({ event: "keys.retired", data: { by: "overlap" } }, retirePrevious(state())),
  });
  const fellBack = settingStore(ports.database).get(FALLBACK_SETTING);
  // Also after a restart: the owner could otherwise delete the only key that works.
  if (fellBack !== null && fellBack === recordIn(vault)?.current.since) credentials.startWithPrevious();
  credentials.onSwitch((inUse) => journalSwitch(ports, inUse));
  credentials.onOfferedKeyAccepted(() => activateAcceptedOffer(ports, rotation));
  credentials.onAccepted(() => dateOverlap(ports));
  credentials.onAccepted(watch.noteAccepted);
  const commands = {
    "keys.get": (): Result<KeysView> => done(view()),
    async "keys.prepare"(input: CommandInput<"keys.prepare">): Promise<Result<KeysView>> {
      const refusal = refusalToPrepare(ports, input.kind);
      if (refusal) return refusal;
      const material = await materialOf(input);
      if (!material.ok) return material;
      const repeatRefusal = refusalSameKey(vault, material.value) ?? (await discardRefusal(ports, rotation));
      if (repeatRefusal) return repeatRefusal;
      const { scheme, value } = material.value;
      const data = { scheme, how: input.kind };
      commit({ event: "keys.prepared", data }, prepareKey(state(), scheme, value, clock.now()));
      return done(view());
    },
    "keys.test": () => test(ports, rotation),
    "keys.user": async (): Promise<Result<KeysUser>> => done(await readUser(ports, rotation)),
    /** Concurrent calls share one request. */
    "keys.register"(): Promise<Result<KeysRegistration>> {
      registering ??= registerKey(ports, rotation).finally(() => {
        registering = null;
      });
      return registering;
    },
    "keys.activate"(input: CommandInput<"keys.activate">): Result<KeysView> {
      const { next } = state();
      if (next === null) return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
      const refusal = next.testedAt === null ? refusalUntested(input) : null;
      return refusal ?? rotation.activate(input);
    },
    "keys.discard": () => discard(ports, rotation),
    "keys.retire"(): Result<KeysView> {
      if (state().previous === null) return failed("illegal_state", { because: reasonFor("keys_nothing_before") });
      if (credentials.inUse() === "previous")
        return failed("illegal_state", { because: reasonFor("keys_still_needed") });
      commit({ event: "keys.retired", data: { by: "owner" } }, retirePrevious(state()));
      watch.reset();
      return done(view());
    },
  };
  return { commands, close: watch.close };
}

async function test(ports: KeysPorts, { state, commit, view }: Rotation): Promise<Result<KeysTest>> {
  const { vault, service, clock, timeouts } = ports;
  const { next } = state();
  const credentials = next && credentialsIn(vault, "next", next.scheme);
  if (next === null || credentials === null)
    return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
  const findings = await testAcceptance({ service, clock, timeouts }, credentials);
  if (state().next?.preparedAt !== next.preparedAt)
    return failed("conflict", { because: reasonFor("keys_changed_meanwhile") });
  const passed = findings.some(({ finding }) => finding === "accepted");
  const data = { scheme: next.scheme, passed, finding: findings[0]?.finding ?? null };
  if (passed) commit({ event: "keys.tested", data }, recordTest(state(), clock.now()));
  else
    transact(ports.database, () =>
      ports.journal.append({ event: "keys.tested", actor: ports.actor(), data }, clock.now()),
    );
  return done({ passed, findings, keys: view() });
}

async function discard(ports: KeysPorts, rotation: Rotation): Promise<Result<KeysView>> {
  const { state, commit, view } = rotation;
  const refusal = await discardRefusal(ports, rotation);
  if (refusal) return refusal;
  const { next } = state();
  if (next === null) return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
  commit({ event: "keys.discarded", data: { scheme: next.scheme } }, discardPrepared(state()));
  return done(view());
}

/** Refuses to discard a prepared key while the service may accept only that one. */
async function discardRefusal(ports: KeysPorts, { state }: Rotation) {
  const isOffered = () => state().next !== null && state().next?.offeredAt !== null;
  if (!isOffered() || (await isOfferRefused(ports)) || !isOffered()) return null;
  return failed("illegal_state", { because: reasonFor("keys_offered") });
}

/** Activates the prepared key after the service rejected the current one and accepted this one. */
function activateAcceptedOffer(ports: KeysPorts, rotation: Rotation): void {
  try {
    activateOffered(ports, rotation, rotation.state().next);
  } catch (err) {
    // A request is in progress, and its response must not be lost. The next one finds the same.
    ports.log.error({ err }, "an accepted key could not be activated");
  }
}

/** Sets the end of an overlap once the service's time is known. */
function dateOverlap({ vault, credentials, log, serviceNow, onChange }: KeysPorts): void {
  const [record, now] = [recordIn(vault), serviceNow()];
  const state = record && now !== null ? withOverlapEnd(record, now) : null;
  if (state === null) return;
  try {
    vault.change({ keys: JSON.stringify({ ...record, ...state }) });
  } catch (err) {
    // The request's response must not be lost. The next response tries again.
    log.error({ err }, "the end of the overlap could not be written");
    return;
  }
  credentials.reload();
  onChange();
}

/** Journals the first acceptance of a key, and each switch. */
function journalSwitch(
  { database, vault, journal, clock, log, onChange }: KeysPorts,
  inUse: "current" | "previous",
): void {
  const event = inUse === "previous" ? "keys.fellBack" : "keys.accepted";
  log.warn({ inUse }, "the service switched between the till's current and previous key");
  try {
    transact(database, () => {
      journal.append({ event }, clock.now());
      settingStore(database).set(
        FALLBACK_SETTING,
        inUse === "previous" ? (recordIn(vault)?.current.since ?? null) : null,
      );
    });
  } catch (err) {
    // The request's response must not be lost.
    log.error({ err, event }, "a journal entry could not be written");
  }
  onChange();
}
