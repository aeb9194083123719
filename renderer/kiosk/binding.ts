import type { TillClient } from "../../contract/bridge/events.ts";
import type { Result } from "../../contract/calls/errors.ts";
import { wasCustomerRefused } from "../../contract/payments/refused-customer.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { DisplayView } from "../../contract/receipts/display.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { OPEN_PHASES } from "../../contract/values/phases.ts";
import { loadCustomersTexts } from "../kit/i18n/customers.ts";
import { loadKioskTexts } from "../kit/i18n/kiosks.ts";
import { releaseAll } from "../kit/release-all.ts";
import { mergePayment } from "../store/ports.ts";
import { stageOf } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";
import { bindKioskKeys } from "./keys.ts";
import { forgetVisit, loadVisit, saveVisit } from "./saved-visit.ts";
import { followScan } from "./scan-first.ts";
import {
  chosenOf,
  languageFor,
  outOfService,
  paymentProgressOf,
  planOf,
  productsForSale,
  totalOf,
  usualLanguage,
} from "./select.ts";
import { isRequestOpen, type OpenRequest, type Session } from "./session.ts";
import { followSpeech } from "./speech/follow.ts";
import type { KioskState, KioskStore } from "./store.ts";

export interface KioskPorts {
  kiosk: KioskStore;
  till: TillStore;
  client: TillClient;
}

export function bindKiosk(ports: KioskPorts): () => void {
  const { kiosk, till } = ports;
  const releases = [
    followRequest(ports),
    followPhone(ports),
    followPayment(ports),
    followScan(ports),
    followDisplay(ports),
    followReceipt(kiosk),
    followTexts(ports),
    followVisit(ports),
    followScreens(kiosk),
    followSpeech(kiosk),
    till.subscribe(({ now }, before) => {
      if (now !== before.now) kiosk.dispatch({ type: "tick" });
    }),
    bindKioskKeys({
      touch: () => kiosk.dispatch({ type: "touch" }),
      back: () => goBack(kiosk),
      exit: () => kiosk.dispatch({ type: "exit", isOpen: true }),
      readAloud: kiosk.readAloud,
    }),
  ];
  void forgetScanUnlessOpen(ports).finally(() => kiosk.setState({ isRestoring: false }));
  return releaseAll(releases);
}

/** One key never ends a request: Back focuses the button, Enter confirms. */
function goBack(kiosk: KioskStore): void {
  const { session } = kiosk.getState();
  if (session.refusal !== null) kiosk.dispatch({ type: "readRefusal" });
  else if (session.step === "request" && session.phone === null)
    document.querySelector<HTMLElement>("[data-end]")?.focus();
  else kiosk.dispatch({ type: "back" });
}

/** Drops a customer who scanned for a visit of an earlier page. */
async function forgetScanUnlessOpen(ports: KioskPorts): Promise<void> {
  if (!(await findOpen(ports))) await ports.client.call("scan.forget", {});
}

/** Restores an open payment after a reload: the saved one, or the main process's. */
export async function findOpen({ kiosk, till, client }: KioskPorts): Promise<boolean> {
  const savedVisit = loadVisit();
  const answer = await client.call("payment.list", { phases: [...OPEN_PHASES], limit: 20 });
  const open = answer.ok ? answer.value.items.filter((payment) => paymentProgressOf(payment) !== "over") : [];
  const savedPayment = savedVisit === null ? undefined : open.find(({ posTid }) => posTid === savedVisit.posTid);
  const payment = savedPayment ?? open[0] ?? (savedVisit === null ? null : await ended(client, savedVisit.posTid));
  if (payment === null || payment === undefined) {
    forgetVisit();
    return false;
  }
  till.setState(({ payments }) => ({ ...mergePayment(payments, payment), currentId: payment.posTid }));
  // A restarted till has another origin without saved data: the request's language is the customer's.
  const language = savedVisit?.posTid === payment.posTid ? savedVisit.language : payment.wordsIn;
  kiosk.dispatch({ type: "found", posTid: payment.posTid, language, plan: planOf(till.getState()) });
  kiosk.dispatch({ type: "payment", posTid: payment.posTid, is: paymentProgressOf(payment) });
  return true;
}

async function ended(client: TillClient, posTid: string): Promise<Payment | null> {
  const answer = await client.call("payment.get", { posTid });
  return answer.ok ? answer.value : null;
}

export function followRequest(ports: KioskPorts): () => void {
  const { kiosk } = ports;
  return kiosk.subscribe(({ session }, before) => {
    const { request } = session;
    const previousRequest = before.session.request;
    if (request === null || request === previousRequest) return;
    const isNew = (state: OpenRequest["state"]) => request.state === state && previousRequest?.state !== state;
    if (isNew("starting")) void start(ports, request, session);
    if (isNew("cancelling")) void cancel(ports, request);
    if (request.choice === "sent" && previousRequest?.choice === "awaited") void choose(ports, request, session);
  });
}

async function start(ports: KioskPorts, request: OpenRequest, session: Session): Promise<void> {
  const { kiosk, till, client } = ports;
  const { reference } = request;
  const before = new Set(Object.keys(till.getState().payments));
  const answer = await ask(till.getState(), client, session, reference);
  if (answer.ok) return present(ports, answer.value, reference);
  // After a lost response the payment is looked up, never requested again.
  if (answer.error.code === "internal" || answer.error.code === "offline") {
    const open = await client.call("payment.list", { phases: [...OPEN_PHASES], limit: 20 });
    // Payments that existed before belong to other customers.
    const isOwn = (payment: Payment) => !before.has(payment.posTid) && paymentProgressOf(payment) !== "over";
    const startedPayment = open.ok ? open.value.items.find(isOwn) : undefined;
    if (startedPayment !== undefined) return present(ports, startedPayment, reference);
  }
  kiosk.dispatch({ type: "refused", error: answer.error });
}

function ask(till: TillState, client: TillClient, session: Session, reference: string): Promise<Result<Payment>> {
  const language = languageFor(session, usualLanguage(till));
  const chosen = chosenOf(session, productsForSale(till));
  if (till.terminal?.vending != null) {
    const items = chosen.map(({ product, quantity }) => ({ productId: product.id, quantity }));
    return client.call("vend.start", items.length > 0 ? { items, language } : { language });
  }
  if (session.amount !== null)
    return client.call("payment.start", { action: "SALE", amount: session.amount, language, reference });
  const lines = chosen.map(({ product: { id, name, amount, vatRate }, quantity }) => ({
    productId: id,
    name,
    quantity,
    unitAmount: amount,
    vatRate,
  }));
  return client.call("payment.start", { action: "SALE", amount: totalOf(chosen), lines, language, reference });
}

function present({ kiosk, till }: KioskPorts, payment: Payment, reference: string): void {
  till.setState(({ payments }) => ({ ...mergePayment(payments, payment), currentId: payment.posTid }));
  kiosk.dispatch({ type: "started", reference, posTid: payment.posTid });
  kiosk.dispatch({ type: "payment", posTid: payment.posTid, is: paymentProgressOf(payment) });
}

/** Cancels at the service, not only on the screen. */
async function cancel({ kiosk, till, client }: KioskPorts, { posTid }: OpenRequest): Promise<void> {
  if (posTid === null) return;
  const { payments, terminal } = till.getState();
  const isVend = payments[posTid]?.vend != null || (payments[posTid] === undefined && terminal?.vending != null);
  const answer = isVend ? await client.call("vend.cancel", { posTid }) : await client.call("payment.abort", { posTid });
  if (answer.ok) till.setState(({ payments: known }) => mergePayment(known, answer.value));
  else kiosk.dispatch({ type: "cancelRefused" });
}

async function choose({ kiosk, till, client }: KioskPorts, { posTid }: OpenRequest, session: Session): Promise<void> {
  if (posTid === null) return;
  const items = chosenOf(session, productsForSale(till.getState())).map(({ product, quantity }) => ({
    productId: product.id,
    quantity,
  }));
  const answer = await client.call("vend.choose", { posTid, items });
  if (answer.ok) till.setState(({ payments }) => mergePayment(payments, answer.value));
  else kiosk.dispatch({ type: "refused", error: answer.error });
}

/** Phone numbers are blocked for a while; the code still works. */
const TOO_OFTEN: ReadonlySet<string> = new Set(["kiosk_number_again", "kiosk_numbers"]);

/** Sends a phone number instead of the code, and handles its rejection. */
export function followPhone({ kiosk, till, client }: KioskPorts): () => void {
  return kiosk.subscribe(({ session: { phone, request } }, { session: previous }) => {
    const posTid = request?.posTid ?? null;
    if (phone?.state !== "sending" || previous.phone?.state === "sending" || posTid === null) return;
    const customer = { kind: "phone" as const, value: phone.digits };
    void client.call("payment.identify", { posTid, customer }).then((answer) => {
      if (answer.ok) till.setState(({ payments }) => mergePayment(payments, answer.value));
      const isTooOften = !answer.ok && TOO_OFTEN.has(answer.error.details.because?.code ?? "");
      kiosk.dispatch({ type: "phone", is: answer.ok ? null : { state: isTooOften ? "tooOften" : "refused" } });
    });
  });
}

/** Follows the payment's events, and hides a code that can no longer be paid. */
export function followPayment({ kiosk, till }: KioskPorts): () => void {
  const update = (state: TillState, before: TillState | null) => {
    const { session } = kiosk.getState();
    const posTid = session.request?.posTid ?? null;
    const payment = posTid === null ? undefined : state.payments[posTid];
    if (payment === undefined) return;
    if (payment !== before?.payments[payment.posTid]) reportPaymentEvent(kiosk, payment);
    const isAlone = state.currentId === payment.posTid && stageOf(state).kind === "notAsked";
    if (isAlone && outOfService(state, state.connection) !== null) kiosk.dispatch({ type: "cancel" });
  };
  return releaseAll([
    till.subscribe(update),
    // Leaves the payment, so that the next customer sees nothing of it.
    kiosk.subscribe(({ session }, { session: previous }) => {
      if (session.request === null && previous.request !== null) till.setState({ currentId: null, scanned: {} });
    }),
  ]);
}

function reportPaymentEvent(kiosk: KioskStore, payment: Payment): void {
  const { posTid } = payment;
  const reference = crypto.randomUUID();
  if (wasCustomerRefused(payment)) kiosk.dispatch({ type: "numberRefused", posTid, reference });
  else if (payment.codeMissing && payment.asked === "yes")
    kiosk.dispatch({ type: "numberRefused", posTid, reference, phone: "typing" });
  else kiosk.dispatch({ type: "payment", posTid, is: paymentProgressOf(payment) });
}

function followDisplay({ kiosk, client }: KioskPorts): () => void {
  let eventCount = 0;
  let logo: string | null = null;
  const applyView = async (display: DisplayView) => {
    kiosk.setState({ display });
    if (display.look.logo === logo) return;
    logo = display.look.logo;
    const picture = logo === null ? null : await client.call("catalogue.picture", { picture: logo });
    if (display.look.logo !== logo) return;
    kiosk.setState({ logo: picture?.ok ? `data:${picture.value.mediaType};base64,${picture.value.data}` : null });
  };
  const read = async () => {
    const before = eventCount;
    const answer = await client.call("display.get", {});
    // An event newer than the response may have arrived first.
    if (answer.ok && eventCount === before) await applyView(answer.value);
  };
  void read();
  return client.on(
    (event) => {
      if (event.type === "terminal.restarted") void read();
      if (event.type !== "display.changed") return;
      eventCount += 1;
      void applyView(event.display);
    },
    () => void read(),
  );
}

/** The customer display clears a receipt after seconds; here it stays with its customer. */
export function followReceipt(kiosk: KioskStore): () => void {
  return kiosk.subscribe(({ display, receipt, session: { request } }) => {
    const shownReceipt = request?.state === "over" ? (display?.takeAway ?? receipt) : null;
    if (shownReceipt !== receipt) kiosk.setState({ receipt: shownReceipt });
  });
}

function followTexts({ kiosk, till }: KioskPorts): () => void {
  let spoken: CustomerLanguage | null = null;
  const loadTexts = () => {
    const language = languageFor(kiosk.getState().session, usualLanguage(till.getState()));
    if (language === spoken) return;
    spoken = language;
    void loadCustomersTexts(language);
    void loadKioskTexts(language);
  };
  loadTexts();
  const releases = [kiosk.subscribe(loadTexts), till.subscribe(loadTexts)];
  return releaseAll(releases);
}

const FRESH_MS = 1000;

function followScreens(kiosk: KioskStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const screenOf = ({ session: { step, request, refusal, askedAt } }: KioskState) =>
    [step, request?.state, request?.wantsCancel, refusal === null, askedAt === null].join(" ");
  const unsubscribe = kiosk.subscribe((state, before) => {
    if (screenOf(state) === screenOf(before)) return;
    clearTimeout(timer);
    timer = setTimeout(() => kiosk.setState({ isFresh: false }), FRESH_MS);
    kiosk.setState({ isFresh: true });
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Saves what a reload needs to find the customer's payment; cleared when it is over. */
export function followVisit({ kiosk, till }: Pick<KioskPorts, "kiosk" | "till">): () => void {
  const unsubscribe = kiosk.subscribe(({ session }: KioskState, { session: previous }) => {
    if (session.step !== previous.step) till.setState({ hasVisit: session.step !== "attract" });
    if (session.request === previous.request && session.language === previous.language) return;
    const posTid = session.request?.posTid ?? null;
    if (isRequestOpen(session) && posTid !== null) saveVisit({ posTid, language: session.language });
    else if (!isRequestOpen(session)) forgetVisit();
  });
  return () => {
    unsubscribe();
    till.setState({ hasVisit: false });
  };
}
