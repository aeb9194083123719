/** The commands about vends. Each returns once its change is on disk; the runner talks to the machine. */
import type { CommandInput, CommandValues } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { VendToReview } from "../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { linesTotal } from "../../../contract/values/lines.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { cancelUnordered } from "./money.ts";
import type { VendRow } from "./rows.ts";
import type { VendRunnerPorts } from "./runner.ts";
import { chosenItems, journalData, type VendStartPorts, vendStart } from "./start.ts";
import { ORDER_REPEAT_MS } from "./step.ts";
import { formatDrops, isWithin, linesOf, mergedBySlot, payableItems } from "./vend-items.ts";
import { viewOf } from "./view.ts";

export interface VendPorts extends VendRunnerPorts, VendStartPorts {
  isSilent(posTid: string): boolean;
  wake(): void;
}

export function vendCommands(ports: VendPorts) {
  return {
    "vend.start": vendStart(ports),
    "vend.choose": (input: CommandInput<"vend.choose">) =>
      withVend(ports, input.posTid, (row) => choose(ports, row, input.items)),
    "vend.cancel": ({ posTid }: CommandInput<"vend.cancel">) => withVend(ports, posTid, (row) => cancel(ports, row)),
    /** Also ends the vend, so that a simultaneous approval drops nothing. */
    "payment.abort": (input: CommandInput<"payment.abort">) =>
      ports.vends.find(input.posTid)?.state === "authorising"
        ? withVend(ports, input.posTid, (row) => cancel(ports, row))
        : ports.payments.abort(input),
    "vend.list": (input: CommandInput<"vend.list">) => list(ports, input),
    "vend.resolve": (input: CommandInput<"vend.resolve">) =>
      withVend(ports, input.posTid, (row) => resolve(ports, row, input.dropped)),
    "vend.acknowledge": ({ posTid }: CommandInput<"vend.acknowledge">) =>
      withVend(ports, posTid, (row) => acknowledge(ports, row)),
    "vend.slots": () => done({ slots: ports.slots.list() }),
    "vend.unblock": ({ slot }: CommandInput<"vend.unblock">) =>
      ports.slots.unblock(slot, ports.actor())
        ? done({ slots: ports.slots.list() })
        : failed("illegal_state", { because: reasonFor("vend_slot_not_blocked", { slot }) }),
  };
}

function vendRefusal(posTid: string, because: Reason): Result<never> {
  return failed("illegal_state", { posTid, because });
}

/** Idempotent: cancelling a cancelled vend succeeds. */
function cancel(ports: VendPorts, { posTid, state, restoredAt }: VendRow): Result<Payment> {
  if (state === "cancelled") return done(ports.store.view(posTid));
  if (state === "done" || state === "unknown") return vendRefusal(posTid, reasonFor("vend_over"));
  if (state !== "authorising") return vendRefusal(posTid, reasonFor("vend_not_cancelled_now"));
  if (restoredAt !== null) return vendRefusal(posTid, reasonFor("vend_restored"));
  cancelUnordered(ports, posTid, ports.actor());
  return done(ports.store.view(posTid));
}

function choose(ports: VendPorts, row: VendRow, choice: CommandInput<"vend.choose">["items"]): Result<Payment> {
  const { posTid, isDeposit, items, restoredAt, state } = row;
  const payment = ports.store.view(posTid);
  const isAwaited = isDeposit && items.length === 0 && state === "authorising" && restoredAt === null;
  if (!isAwaited || payment.phase !== "authorised") return vendRefusal(posTid, reasonFor("vend_not_chosen_now"));
  const chosen = chosenItems(ports, choice);
  if (!chosen.ok) return chosen;
  const refusal = ports.slots.findProblem(chosen.value);
  if (refusal !== null) return refusal;
  const lines = linesOf(chosen.value);
  const sum = linesTotal(lines);
  if (sum > payment.amount) {
    const { amount, currency } = payment;
    const values = { deposit: { amount, currency }, sum: { amount: sum, currency } };
    return failed("limit", { posTid, because: reasonFor("vend_over_deposit", values) });
  }
  ports.store.commit(posTid, (now) => {
    ports.vends.change(posTid, { items: chosen.value });
    const data = journalData({ ...row, items: chosen.value });
    ports.store.journal.append({ event: "vend.chosen", posTid, actor: ports.actor(), data }, now);
  });
  ports.wake();
  return done(ports.store.view(posTid));
}

/** An operator's finding replaces the machine's missing report, within the order. */
function resolve(ports: VendPorts, row: VendRow, dropped: CommandInput<"vend.resolve">["dropped"]): Result<Payment> {
  const { posTid, items, id } = row;
  if (!isUnreported(row)) return vendRefusal(posTid, reasonFor("vend_not_resolved_now"));
  if (!isWithin(items, dropped))
    return failed("invalid_input", { posTid, fields: [invalidField("dropped", reasonFor("field_vend_ordered"))] });
  if (!ports.isSilent(posTid)) return vendRefusal(posTid, reasonFor("vend_not_silent"));
  const report = mergedBySlot(dropped);
  ports.store.commit(posTid, (now) => {
    ports.vends.change(posTid, { state: "settling", report, resolvedAt: now, because: null });
    const lines = linesOf(payableItems({ ...row, report }));
    if (lines.length > 0) ports.store.rows.change(posTid, { lines }, now);
    const data = { id, dropped: formatDrops(report) };
    ports.store.journal.append({ event: "vend.resolved", posTid, actor: ports.actor(), data }, now);
  });
  ports.wake();
  return done(ports.store.view(posTid));
}

function isUnreported({ state, restoredAt }: VendRow): boolean {
  return state === "dispensing" || (state === "authorising" && restoredAt !== null);
}

function acknowledge({ actor, store, vends }: VendPorts, row: VendRow): Result<Payment> {
  const { posTid, state, because, acknowledgedAt } = row;
  const isListed = state === "unknown" || (state === "done" && because !== null);
  if (!isListed || acknowledgedAt !== null) return vendRefusal(posTid, reasonFor("vend_not_acknowledged_now"));
  store.commit(posTid, (now) => {
    vends.change(posTid, { acknowledgedAt: now });
    store.journal.append({ event: "vend.acknowledged", posTid, actor: actor() }, now);
  });
  return done(store.view(posTid));
}

const DEFAULT_LIMIT = 50;

function list(ports: VendPorts, { cursor, limit = DEFAULT_LIMIT }: CommandInput<"vend.list">) {
  const after = cursor === undefined ? 0 : Number(/^after-(\d{1,15})$/.exec(cursor)?.[1]);
  if (Number.isNaN(after))
    return failed("invalid_input", { fields: [invalidField("cursor", reasonFor("field_cursor"))] });
  const orderedBefore = ports.clock.now() - ORDER_REPEAT_MS;
  const rows = ports.vends.listNeedingAttention({ orderedBefore, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last !== undefined ? `after-${last.position}` : null;
  const value: CommandValues["vend.list"] = { items: page.map(({ row }) => reviewOf(ports, row)), next };
  return done(value);
}

function reviewOf({ store }: VendPorts, row: VendRow): VendToReview {
  const reason = row.because ?? reasonFor(row.state === "authorising" ? "vend_restored" : "vend_silent");
  return {
    posTid: row.posTid,
    number: store.view(row.posTid).number,
    vend: viewOf(row),
    because: inEnglish(reason),
    becauseReason: reason,
    rule: row.rule,
    orderedAt: isoOrNull(row.orderedAt),
    isOpen: isUnreported(row),
  };
}

function withVend(
  { beingChecked, vends }: VendPorts,
  posTid: string,
  act: (row: VendRow) => Result<Payment>,
): Result<Payment> {
  if (beingChecked(posTid)) return failed("conflict", { posTid, because: reasonFor("payment_being_checked") });
  const row = vends.find(posTid);
  return row === null ? failed("not_found", { posTid }) : act(row);
}
