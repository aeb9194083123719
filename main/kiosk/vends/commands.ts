/** The commands about vends. Each answers as soon as it is on disk; the machine is told by the runner. */
import type { CatalogueContent } from "../../../contract/catalogue.ts";
import type { CommandInput } from "../../../contract/commands.ts";
import { done, type FieldProblem, failed, type Result, wrongField } from "../../../contract/errors.ts";
import type { KioskSettings } from "../../../contract/kiosk-settings.ts";
import { sumOfLines } from "../../../contract/lines.ts";
import { inEnglish, reasonFor } from "../../../contract/reasons.ts";
import type { VendItem, VendToLookAt } from "../../../contract/vend.ts";
import type { Payment } from "../../../contract/views.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { withoutParticulars } from "../../payments/view.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { Fitness } from "../fitness.ts";
import { isWithin, linesOf, payable, tidied } from "./goods.ts";
import type { VendRow } from "./rows.ts";
import { cancelVend, type VendRunnerPorts } from "./runner.ts";
import { TOLD_FOR_MS } from "./step.ts";
import { viewOf } from "./view.ts";

export interface VendPorts extends VendRunnerPorts {
  settings(): KioskSettings;
  fitness: Pick<Fitness, "ask">;
  currency: string;
  catalogue(): Pick<CatalogueContent, "products">;
  /** `payment.start` */
  start(input: CommandInput<"payment.start">): Result<Payment>;
  actor(): string | null;
  /** Whether customers stand at the window, and see nothing but their own */
  isLocked(): boolean;
  isOffline(): boolean;
  /** The runner has something to do */
  wake(): void;
}

/** The commands over the `vend` table. */
export function vendCommands(ports: VendPorts) {
  return {
    "vend.start": (input: CommandInput<"vend.start">) => start(ports, input),
    "vend.choose": (input: CommandInput<"vend.choose">) =>
      withVend(ports, input.posTid, (row) => choose(ports, row, input.items)),
    "vend.cancel": ({ posTid }: CommandInput<"vend.cancel">) => withVend(ports, posTid, (row) => cancel(ports, row)),
    /** The vend ends with its payment, so that nothing drops for what is approved at the same moment. */
    "payment.abort": (input: CommandInput<"payment.abort">) =>
      ports.vends.find(input.posTid)?.state === "authorising"
        ? withVend(ports, input.posTid, (row) => cancel(ports, row))
        : ports.payments.abort(input),
    "vend.list": (): Result<{ items: VendToLookAt[] }> =>
      done({
        items: ports.vends.toLookAt(ports.clock.now() - TOLD_FOR_MS).map((row) => toLookAt(ports, row)),
      }),
    "vend.resolve": (input: CommandInput<"vend.resolve">) =>
      withVend(ports, input.posTid, (row) => resolve(ports, row, input.dropped)),
    "vend.acknowledge": ({ posTid }: CommandInput<"vend.acknowledge">) =>
      withVend(ports, posTid, (row) => {
        if (row.state !== "unknown" || row.acknowledgedAt !== null)
          return failed("illegal_state", because("vend_not_acknowledged_now", posTid));
        return changed(ports, posTid, "vend.acknowledged", (now) => ({ acknowledgedAt: now }));
      }),
  };
}

function cancel(ports: VendPorts, { posTid, state }: VendRow): Result<Payment> {
  if (state !== "authorising") return failed("illegal_state", because("vend_not_cancelled_now", posTid));
  const { authorisedLeft, phase, abortRequested, operations } = ports.store.view(posTid);
  const isOver = abortRequested || phase === "attention" || operations.some(({ kind }) => kind === "release");
  cancelVend(ports, posTid, isOver ? "none" : authorisedLeft > 0 ? "release" : "abort", ports.actor());
  return shown(ports, posTid);
}

function because(code: "vend_not_cancelled_now" | "vend_not_acknowledged_now", posTid: string) {
  return { posTid, because: reasonFor(code) };
}

async function start(ports: VendPorts, input: CommandInput<"vend.start">): Promise<Result<Payment>> {
  const { items = [], customer, language } = input;
  const chosen = chosenItems(ports, items);
  if (!chosen.ok) return chosen;
  const { deposit } = ports.settings();
  if (input.items === undefined && deposit === null)
    return failed("illegal_state", { because: reasonFor("vend_no_deposit") });
  const unfit = await ports.fitness.ask();
  if (unfit !== null) return failed("illegal_state", { because: unfit });
  if (ports.isOffline()) return failed("offline", { because: reasonFor("vend_offline") });
  const lines = linesOf(chosen.value);
  const amount = lines.length > 0 ? sumOfLines(lines) : (deposit ?? 0);
  const started = transact(ports.database, () => {
    const payment = ports.start({
      action: "AUTH",
      amount,
      lines: lines.length > 0 ? lines.map(({ name, ...line }) => ({ ...line, name: name ?? undefined })) : undefined,
      customer,
      language,
    });
    if (!payment.ok) return payment;
    const { posTid } = payment.value;
    const vend = { posTid, id: randomIdentifier(20), isDeposit: input.items === undefined, items: chosen.value };
    ports.store.commit(posTid, (now) => {
      ports.vends.insert(vend);
      ports.store.journal.append({ event: "vend.started", posTid, data: dataOf(vend) }, now);
    });
    return payment;
  });
  return started.ok ? shown(ports, started.value.posTid) : started;
}

function dataOf({ id, isDeposit, items }: Pick<VendRow, "id" | "isDeposit" | "items">) {
  return { id, isDeposit, items: items.map(({ slot, quantity }) => `${slot}: ${quantity}`).join(", ") };
}

/** What is chosen, at the catalogue's prices. Two products from one slot could not be told apart when one drops. */
function chosenItems(
  { catalogue }: VendPorts,
  chosen: readonly { productId: string; quantity: number }[],
): Result<VendItem[]> {
  const products = new Map(catalogue().products.map((product) => [product.id, product]));
  const problems: FieldProblem[] = [];
  const items = chosen.flatMap(({ productId, quantity }, index): VendItem[] => {
    const product = products.get(productId);
    const slots = chosen.slice(0, index).map((other) => products.get(other.productId)?.slot);
    if (product?.slot !== undefined && product.scale === undefined && !slots.includes(product.slot)) {
      const { name, slot, amount, vatRate } = product;
      return [{ productId, name, slot, quantity, unitAmount: amount, vatRate }];
    }
    problems.push(wrongField(`items[${index}].productId`, reasonFor("field_vend_product")));
    return [];
  });
  return problems.length > 0 ? failed("invalid_input", { fields: problems }) : done(items);
}

function choose(ports: VendPorts, row: VendRow, wanted: CommandInput<"vend.choose">["items"]): Result<Payment> {
  const { posTid, isDeposit, items, state } = row;
  const payment = ports.store.view(posTid);
  if (!isDeposit || items.length > 0 || state !== "authorising" || payment.phase !== "authorised")
    return failed("illegal_state", { posTid, because: reasonFor("vend_not_chosen_now") });
  const chosen = chosenItems(ports, wanted);
  if (!chosen.ok) return chosen;
  const lines = linesOf(chosen.value);
  const sum = sumOfLines(lines);
  if (sum > payment.amount) {
    const { amount, currency } = payment;
    const values = { deposit: { amount, currency }, sum: { amount: sum, currency } };
    return failed("limit", { posTid, because: reasonFor("vend_over_deposit", values) });
  }
  ports.store.commit(posTid, (now) => {
    ports.vends.change(posTid, { items: chosen.value });
    const data = dataOf({ ...row, items: chosen.value });
    ports.store.journal.append({ event: "vend.chosen", posTid, actor: ports.actor(), data }, now);
  });
  ports.wake();
  return shown(ports, posTid);
}

/** What an operator found is as good as the machine's report, as far as it was ordered. */
function resolve(ports: VendPorts, row: VendRow, found: CommandInput<"vend.resolve">["dropped"]): Result<Payment> {
  const { posTid, items, state, id } = row;
  if (state !== "dispensing") return failed("illegal_state", { posTid, because: reasonFor("vend_not_resolved_now") });
  if (!isWithin(items, found))
    return failed("invalid_input", { posTid, fields: [wrongField("dropped", reasonFor("field_vend_ordered"))] });
  const report = tidied(found);
  ports.store.commit(posTid, (now) => {
    // The machine was not believed to answer: whatever it says later is not compared with this.
    ports.vends.change(posTid, { state: "settling", report, askedAgainAt: now });
    const lines = linesOf(payable({ ...row, report }));
    if (lines.length > 0) ports.store.rows.change(posTid, { lines }, now);
    const data = { id, dropped: report.map(({ slot, quantity }) => `${slot}: ${quantity}`).join(", ") };
    ports.store.journal.append({ event: "vend.resolved", posTid, actor: ports.actor(), data }, now);
  });
  ports.wake();
  return shown(ports, posTid);
}

function changed(
  { actor, store, vends }: VendPorts,
  posTid: string,
  event: string,
  changeAt: (now: number) => Parameters<VendPorts["vends"]["change"]>[1],
): Result<Payment> {
  store.commit(posTid, (now) => {
    vends.change(posTid, changeAt(now));
    store.journal.append({ event, posTid, actor: actor() }, now);
  });
  return done(store.view(posTid));
}

function toLookAt({ store }: VendPorts, row: VendRow): VendToLookAt {
  const reason = row.because ?? reasonFor("vend_silent");
  return {
    posTid: row.posTid,
    number: store.view(row.posTid).number,
    vend: viewOf(row),
    because: inEnglish(reason),
    becauseReason: reason,
    rule: row.rule,
    orderedAt: isoOrNull(row.orderedAt),
    isOpen: row.state === "dispensing",
  };
}

function shown({ isLocked, store }: VendPorts, posTid: string): Result<Payment> {
  const payment = store.view(posTid);
  return done(isLocked() ? withoutParticulars(payment) : payment);
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
