/** Starts a vend: validates the choice, checks the machine, and requests the payment. */

import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, type FieldProblem, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import type { KioskSettings } from "../../../contract/kiosk/kiosk-settings.ts";
import type { VendItem } from "../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { linesTotal } from "../../../contract/values/lines.ts";
import type { PaymentRow } from "../../payments/payment-row.ts";
import { customerView } from "../../payments/view.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { Dispenser } from "../dispenser.ts";
import type { Fitness } from "../fitness.ts";
import { endPreviousPayments } from "../previous-payments.ts";
import type { Slots } from "../slots/slots.ts";
import type { VendMoneyPorts } from "./money.ts";
import type { VendRow } from "./rows.ts";
import { formatDrops, linesOf } from "./vend-items.ts";

export interface VendStartPorts extends Omit<VendMoneyPorts, "serviceNow"> {
  fitness: Pick<Fitness, "check">;
  slots: Slots;
  settings(): KioskSettings;
  dispenser(): Dispenser | null;
  machineAddress(): string | null;
  catalogue(): Pick<CatalogueContent, "products">;
  start(input: CommandInput<"payment.start">): Result<Payment>;
  actor(): string | null;
  isLocked(): boolean;
  isOffline(): boolean;
}

/** Returns `vend.start`. Idempotent by reference, like `payment.start`. */
export function vendStart(ports: VendStartPorts) {
  return async (input: CommandInput<"vend.start">): Promise<Result<Payment>> => {
    const existing = existingPayment(ports, input);
    if (existing !== null) return existingVend(ports, input, existing);
    const chosen = chosenItems(ports, input.items ?? []);
    if (!chosen.ok) return chosen;
    const refusal = await refusalOf(ports, input);
    if (refusal !== null) return refusal;
    // A repeated request may have started the vend during the machine check.
    const concurrent = existingPayment(ports, input);
    return concurrent === null ? startNew(ports, input, chosen.value) : existingVend(ports, input, concurrent);
  };
}

function existingPayment({ store }: VendStartPorts, { reference }: CommandInput<"vend.start">): PaymentRow | null {
  return reference === undefined ? null : store.rows.findByReference(reference);
}

/** Returns the existing vend of a reference. A payment without a vend never becomes one. */
function existingVend(
  ports: VendStartPorts,
  input: CommandInput<"vend.start">,
  { posTid, amount }: PaymentRow,
): Result<Payment> {
  const vend = ports.vends.find(posTid);
  if (vend === null || !isSameOrder(vend, input.items))
    return failed("conflict", { posTid, because: reasonFor("payment_other_reference") });
  const result = ports.start(paymentInput(input, vend.isDeposit ? [] : vend.items, amount));
  return result.ok ? done(viewFor(ports, posTid)) : result;
}

function isSameOrder({ isDeposit, items }: VendRow, requested: CommandInput<"vend.start">["items"]): boolean {
  if (isDeposit || requested === undefined) return isDeposit && requested === undefined;
  const orderKey = (list: readonly { productId: string; quantity: number }[]) =>
    JSON.stringify(list.map(({ productId, quantity }) => [productId, quantity]));
  return orderKey(items) === orderKey(requested);
}

async function refusalOf(
  { fitness, isOffline, settings }: VendStartPorts,
  { items }: CommandInput<"vend.start">,
): Promise<Result<never> | null> {
  const refused = (because: Reason) => failed("illegal_state", { because });
  if (items === undefined && settings().deposit === null) return refused(reasonFor("vend_no_deposit"));
  const problem = await fitness.check();
  if (problem !== null) return refused(problem);
  return isOffline() ? failed("offline", { because: reasonFor("vend_offline") }) : null;
}

function startNew(ports: VendStartPorts, input: CommandInput<"vend.start">, items: VendItem[]): Result<Payment> {
  const { database, settings, store, vends } = ports;
  const { deposit, unknownDrop } = settings();
  // Checked after the machine: a slot may have failed meanwhile.
  const refusal = ports.slots.findProblem(items);
  if (refusal !== null) return refusal;
  const started = transact(database, () => {
    const payment = ports.start(paymentInput(input, items, deposit ?? 0));
    if (!payment.ok) return payment;
    const { posTid } = payment.value;
    if (ports.isLocked()) endPreviousPayments(ports, posTid);
    const id = randomIdentifier(20);
    const vend = {
      posTid,
      id,
      isDeposit: input.items === undefined,
      items,
      machine: ports.machineAddress(),
      unknownDrop,
    };
    store.commit(posTid, (now) => {
      vends.insert(vend);
      store.journal.append({ event: "vend.started", posTid, data: journalData(vend) }, now);
    });
    return payment;
  });
  return started.ok ? done(viewFor(ports, started.value.posTid)) : started;
}

function paymentInput(
  { customer, language, reference }: CommandInput<"vend.start">,
  items: readonly VendItem[],
  deposit: number,
): CommandInput<"payment.start"> {
  const lines = linesOf(items);
  return {
    action: "AUTH",
    amount: lines.length > 0 ? linesTotal(lines) : deposit,
    lines: lines.length > 0 ? lines.map(({ name, ...line }) => ({ ...line, name: name ?? undefined })) : undefined,
    customer,
    language,
    reference,
  };
}

function viewFor({ isLocked, store }: VendStartPorts, posTid: string): Payment {
  const payment = store.view(posTid);
  return isLocked() ? customerView(payment) : payment;
}

export function journalData({ id, isDeposit, items }: Pick<VendRow, "id" | "isDeposit" | "items">) {
  return { id, isDeposit, items: formatDrops(items) };
}

/**
 * Returns the chosen items at the catalogue's prices. Rejects two products from one slot, which no report
 * distinguishes.
 */
export function chosenItems(
  { catalogue, dispenser }: Pick<VendStartPorts, "catalogue" | "dispenser">,
  chosen: readonly { productId: string; quantity: number }[],
): Result<VendItem[]> {
  const products = new Map(catalogue().products.map((product) => [product.id, product]));
  const problems: FieldProblem[] = [];
  const items = chosen.flatMap(({ productId, quantity }, index): VendItem[] => {
    const product = products.get(productId);
    const slots = chosen.slice(0, index).map((earlier) => products.get(earlier.productId)?.slot);
    if (product?.slot !== undefined && product.scale === undefined && !slots.includes(product.slot)) {
      const { name, slot, amount, vatRate } = product;
      return [{ productId, name, slot, quantity, unitAmount: amount, vatRate }];
    }
    problems.push(invalidField(`items[${index}].productId`, reasonFor("field_vend_product")));
    return [];
  });
  if (problems.length > 0) return failed("invalid_input", { fields: problems });
  const orderProblem = dispenser()?.orderProblem(items) ?? null;
  if (orderProblem?.because === "slot")
    return failed("illegal_state", { because: reasonFor("vend_machine_slot", { slot: orderProblem.slot }) });
  return orderProblem === null ? done(items) : failed("limit", { because: reasonFor("vend_too_long") });
}
