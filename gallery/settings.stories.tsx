import type { TillState } from "../renderer/store/state.ts";
import { recorded, screen } from "./screen.tsx";

export default { title: "Screens/Settings" };

export const Window = screen("setting-window");
export const Products = screen("setting-products");
export const Counter = screen("setting-counter");
export const People = screen("setting-people");
export const Customer = screen("setting-customer");
export const CustomerData = screen("setting-customerData");
export const Kiosk = screen("setting-kiosk");
export const Receipts = screen("setting-receipts");
export const Printer = screen("setting-printer");
export const Mail = screen("setting-mail");
export const Stickers = screen("setting-stickers");
export const Registers = screen("setting-registers");
export const Day = screen("setting-day");
export const Reservations = screen("setting-reservations");
export const Keys = screen("setting-keys");
export const Setup = screen("setting-setup");
export const Health = screen("setting-health");
export const Updates = screen("setting-updates");
export const About = screen("setting-about");
export const HealthCallbacks = screen("health-callbacks", { presses: [/^(Show as table|Vis som tabell)$/] });
export const Person = screen("person", { presses: [/^(Add person|Legg til person)$/] });
export const StickerPrint = screen("sticker-print", { presses: [/^(Print|Skriv ut) Table 4$/] });
export const ReservationRule = screen("reservation-rule", {
  presses: [/^(Act before a reservation expires|Følg opp reservasjoner før de utløper)$/],
});

export const Receipt = screen("receipt");
export const PrinterDialog = screen("receipt", { change: () => ({ dialog: { kind: "printer" } }) });
export const InstallUpdate = screen("setting-updates", { change: () => ({ dialog: { kind: "installUpdate" } }) });

/** A vend that needs a decision, on a till with a machine. */
function withVend(kind: "resolveVend" | "acknowledgeVend"): Partial<TillState> {
  const payment = Object.values(recorded("kiosk-part").till.payments).find(({ vend }) => vend !== null);
  if (!payment?.vend) throw new Error("no vend was recorded");
  const { posTid, number, vend } = payment;
  const becauseReason = { code: "vend_unanswered", values: {} } as const;
  const item = { posTid, number, vend, because: "", becauseReason, rule: null, orderedAt: null, isOpen: true };
  return { dialog: { kind, item } };
}

export const ResolveVend = screen("setting-health", { change: () => withVend("resolveVend") });
export const AcknowledgeVend = screen("setting-health", { change: () => withVend("acknowledgeVend") });
export const UnblockSlot = screen("setting-health", {
  change: () => ({
    dialog: {
      kind: "unblockSlot",
      slot: {
        slot: "A1",
        productId: "p0",
        state: "blocked",
        stock: null,
        reason: null,
        becauseReason: null,
        since: "2026-11-30T06:00:00Z",
      },
    },
  }),
});
/** Shown on paper only. */
export const PrintedReceipt = screen("receipt", {
  change: ({ receipts }) => ({ receipts: { ...receipts, page: { html: "<p>Receipt</p>", number: 1 } } }),
});
export const PrintedStickers = screen("setting-stickers", {
  change: ({ stickers }) => ({
    stickers: { ...stickers, page: { ids: stickers.items?.map(({ id }) => id) ?? [], perPage: 6, number: 1 } },
  }),
});
