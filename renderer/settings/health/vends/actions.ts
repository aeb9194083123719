import type { Result } from "../../../../contract/calls/errors.ts";
import {
  isVendOpen,
  type SlotList,
  type SlotView,
  type VendSlot,
  type VendToReview,
} from "../../../../contract/kiosk/vend.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { hasPermission } from "../../../kit/approval/permissions.ts";
import type { CommandApproval } from "../../../kit/context.ts";
import { answerDialog, asManager } from "../../../store/as-manager.ts";
import { type ActionPorts, type Caller, storePayments } from "../../../store/ports.ts";
import type { VendsState } from "../../../store/settings-state.ts";

const AT_ONCE = 200;
const PAGE = 25;
const UNDER_WAY = ["draft", "queued", "waiting", "authorised", "partly_captured"] as const;

export function vendActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const change = (changes: Partial<VendsState>) =>
    store.setState(({ diagnostics }) => ({
      diagnostics: { ...diagnostics, vends: { ...diagnostics.vends, ...changes } },
    }));
  const read = async () => {
    if (!hasPermission(store.getState().terminal, "queue")) return change({ items: null, underWay: [], next: false });
    const { wanted } = store.getState().diagnostics.vends;
    const found = await readVendsToReview(ports, wanted);
    const slots = await ports.client.call("vend.slots", {});
    if (!found.ok || !slots.ok) return change({ hasFailed: true });
    const underWay = await readOpenVends(ports);
    await readPayments(ports, found.value.items);
    change({ ...found.value, offSale: offSaleOf(slots.value), underWay, hasFailed: false });
  };
  const decide = async (asked: Promise<Result<Payment> | null>, said: "resolved" | "acknowledged") => {
    const payment = await answerDialog(store, asked);
    if (payment === null) return;
    caller.storePayment(payment);
    change({ done: { number: payment.number, said } });
    await read();
  };
  return {
    readVends: read,
    async showMoreVends() {
      change({ wanted: store.getState().diagnostics.vends.wanted + PAGE });
      await read();
    },
    /**
     * Reports what an unresponsive machine dropped.
     * @param approval the approval; null: none is required
     */
    resolveVend: (posTid: string, dropped: VendSlot[], approval: CommandApproval) =>
      decide(
        asManager(caller, approval, { key: `vend ${posTid}`, command: "vend.resolve", input: { posTid, dropped } }),
        "resolved",
      ),
    acknowledgeVend: (posTid: string, approval: CommandApproval) =>
      decide(
        asManager(caller, approval, { key: `vend ${posTid}`, command: "vend.acknowledge", input: { posTid } }),
        "acknowledged",
      ),
    async unblockSlot(slot: string, approval: CommandApproval) {
      const ask = { key: `slot ${slot}`, command: "vend.unblock", input: { slot } } as const;
      const list = await answerDialog(store, asManager(caller, approval, ask));
      if (list !== null) change({ offSale: offSaleOf(list), done: { number: slot, said: "unblocked" } });
    },
  };
}

function offSaleOf({ slots }: SlotList): SlotView[] {
  return slots.filter(({ state }) => state !== "on_sale");
}

/** Loads the first items, in several calls if necessary. */
async function readVendsToReview({ client }: ActionPorts, wanted: number) {
  const items: VendToReview[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call("vend.list", { cursor, limit: Math.min(AT_ONCE, wanted - items.length) });
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.next ?? undefined;
  } while (cursor !== undefined && items.length < wanted);
  return { ok: true as const, value: { items, next: cursor !== undefined } };
}

async function readOpenVends({ client, store }: ActionPorts): Promise<string[]> {
  const open = await client.call("payment.list", { phases: [...UNDER_WAY], limit: AT_ONCE });
  const vends = open.ok ? open.value.items.filter(({ vend }) => isVendOpen(vend)) : [];
  storePayments(store, vends);
  return vends.map(({ posTid }) => posTid);
}

/** Loads the payments, which show where the money is. */
async function readPayments({ client, store }: ActionPorts, items: readonly VendToReview[]): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const posTids = items.slice(from, from + AT_ONCE).map(({ posTid }) => posTid);
    const payments = await client.call("payment.list", { posTids, limit: AT_ONCE });
    if (payments.ok) storePayments(store, payments.value.items);
  }
}
