import type { CommandInput } from "../../../contract/bridge/commands.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { MailView } from "../../../contract/customers/mail.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import {
  type FoundPrinter,
  type ReceiptRef,
  type ReceiptSettings,
  receiptsOf,
} from "../../../contract/receipts/receipts.ts";
import { afterFrame } from "../../kit/browser.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";
import { isLockedOut } from "../../store/select.ts";
import type { ReceiptState } from "../../store/settings-state.ts";

export function receiptActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  const change = changer(store, "receipts");
  let asked = 0;
  let takeAwayAsked = 0;
  const read = async () => {
    const { shown } = store.getState().receipts;
    if (shown === null) return;
    asked += 1;
    const question = asked;
    const result = await client.call("receipt.get", { posTid: shown.posTid, ...shown.ref });
    // The receipt may have changed: only the latest response counts.
    if (question !== asked || store.getState().receipts.shown === null) return;
    if (result.ok) return change({ shown: { ...shown, view: result.value } });
    change({ shown: null });
    store.setState({ dialog: null, failure: result.error });
  };
  return {
    ...printing(ports, caller, { change, read }),
    ...printerActions(ports, caller, change),
    /** Opens a payment's receipt, if it has one. */
    openReceipt(payment: Payment) {
      if (receiptsOf(payment).length === 0 || isLockedOut(store.getState())) return;
      change({ shown: { posTid: payment.posTid, ref: null, view: null } });
      store.setState({ dialog: { kind: "receipt", posTid: payment.posTid } });
      void read();
    },
    chooseReceipt(ref: ReceiptRef) {
      const { shown } = store.getState().receipts;
      if (shown === null) return;
      change({ shown: { ...shown, ref } });
      void read();
    },
    readReceipt: read,
    /** Loads how a payment's receipt is delivered; null clears it. */
    async readTakeAway(posTid: string | null) {
      takeAwayAsked += 1;
      const question = takeAwayAsked;
      if (posTid === null) return change({ takeAway: null });
      // Waits for the result to be painted, then loads for the latest payment.
      await afterFrame();
      if (question !== takeAwayAsked) return;
      const result = await client.call("receipt.takeAway", { posTid });
      // The payment or the receipt may have changed: only the latest response counts.
      if (!result.ok || question !== takeAwayAsked) return;
      const how = result.value.takeAway;
      change({ takeAway: how && { posTid, how } });
    },
  };
}

interface Looking {
  change(receipts: Partial<ReceiptState>): void;
  read(): Promise<void>;
}

function printing({ store }: ActionPorts, caller: Caller, { change, read }: Looking) {
  const print = async (posTid: string, ref: ReceiptRef | null, on: "printer" | "page") => {
    const printed = await caller.callOrShowFailure("print", "receipt.print", { posTid, ...ref, on });
    if (printed === null) return;
    const { page } = store.getState().receipts;
    if (on === "page") change({ page: { html: printed.html, number: (page?.number ?? 0) + 1 } });
    await read();
  };
  return {
    async printReceipt(on: "printer" | "page") {
      const { shown } = store.getState().receipts;
      if (shown?.view) await print(shown.posTid, refOf(shown.view.receipt), on);
    },
    printAgain: (posTid: string, ref: ReceiptRef) => print(posTid, refOf(ref), "printer"),
    /** Cancels a print, or marks an uncertain one as checked. */
    async cancelPrint(jobId: string) {
      const printer = await caller.callOrShowFailure(`cancel ${jobId}`, "printer.cancel", { jobId });
      if (printer !== null) change({ printer });
      await read();
    },
    /** The window has printed the page, or printing was cancelled. */
    pagePrinted: () => change({ page: null }),
  };
}

function refOf({ kind, part }: ReceiptRef): ReceiptRef {
  return { kind, part };
}

function printerActions({ store, client }: ActionPorts, caller: Caller, change: Looking["change"]) {
  return {
    async readPrinter() {
      const result = await client.call("printer.get", {});
      if (result.ok) change({ printer: result.value });
    },
    async testPrinter() {
      const printer = await caller.callOrShowFailure("testPrinter", "printer.test", {});
      if (printer !== null) change({ printer });
    },
    /** @returns null when the search failed */
    async findPrinters(): Promise<FoundPrinter[] | null> {
      return (await caller.callOrShowFailure("findPrinters", "printer.find", { search: "start" }))?.found ?? null;
    },
    /** Ends the search: {@link findPrinters} returns the printers found so far. */
    async stopFinding() {
      if (store.getState().busy.findPrinters) await client.call("printer.find", { search: "stop" });
    },
    async readReceiptSettings(): Promise<ReceiptSettings | null> {
      const result = await client.call("receipt.settings.get", {});
      return result.ok ? result.value : null;
    },
    /** @returns true when saved */
    saveReceiptSettings: async (settings: Partial<ReceiptSettings>): Promise<boolean> =>
      (await caller.callOrShowFailure("receiptSettings", "receipt.settings.set", settings)) !== null,
  };
}

export function mailActions({ client }: ActionPorts, caller: Caller) {
  return {
    async mailReceipt(posTid: string, permission: string) {
      await caller.callOrShowFailure("mail", "receipt.mail", { posTid, permission });
    },
    async readMail(): Promise<MailView | null> {
      const read = await client.call("mail.get", {});
      return read.ok ? read.value : null;
    },
    /** null: already in progress */
    saveMail: (mail: CommandInput<"mail.set">["mail"]): Promise<Result<MailView> | null> =>
      caller.callExclusive("mailSettings", "mail.set", { mail }),
    /** null: already in progress */
    testMail: (to: string): Promise<Result<{ sent: true }> | null> =>
      caller.callExclusive("mailTest", "mail.test", { to }),
  };
}
