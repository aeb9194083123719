/** Views and dialogs of the kit. */
import { Clock, Inbox, ListX } from "lucide-react";
import type { ReceiptMail } from "../contract/customers/mail.ts";
import type { Operation, Payment } from "../contract/payments/views.ts";
import type { PhoneCheck } from "../contract/people/staff-phones.ts";
import { PHASES } from "../contract/values/phases.ts";
import { appearance, CHECKING } from "../renderer/kit/appearance.ts";
import { ApprovalSheet } from "../renderer/kit/approval/approval.tsx";
import { CommandProblem } from "../renderer/kit/approval/command-problem.tsx";
import { Gate as GateOf } from "../renderer/kit/approval/gate.tsx";
import { ManagerPin, PinStepProblem } from "../renderer/kit/approval/manager-pin.tsx";
import { ApproverStep, PhoneProgress } from "../renderer/kit/approval/phone-step.tsx";
import { PinStep as PinStepOf } from "../renderer/kit/approval/pin-step.tsx";
import { ownFailure } from "../renderer/kit/client/own-failure.ts";
import { QrCode as QrCodeOf } from "../renderer/kit/qr/qr-code.tsx";
import { Recordings as RecordingsOf } from "../renderer/kit/story/recordings.tsx";
import { Badge as BadgeOf, StateBadge } from "../renderer/kit/ui/badge.tsx";
import { Button } from "../renderer/kit/ui/button.tsx";
import { Collapsible } from "../renderer/kit/ui/collapsible.tsx";
import { Empty as EmptyOf } from "../renderer/kit/ui/empty.tsx";
import { FactList } from "../renderer/kit/ui/fact-list.tsx";
import { Group } from "../renderer/kit/ui/group.tsx";
import { Money as MoneyOf } from "../renderer/kit/ui/money.tsx";
import { ParkedChoices as ParkedChoicesOf } from "../renderer/kit/ui/parked-choices.tsx";
import { Quote } from "../renderer/kit/ui/quote.tsx";
import { ReceiptMailLine } from "../renderer/kit/ui/receipt-mail.tsx";
import { Saved } from "../renderer/kit/ui/saved.tsx";
import { DiscardSheet, Sheet as SheetOf } from "../renderer/kit/ui/sheet.tsx";
import { StatePicture } from "../renderer/kit/ui/state-picture.tsx";
import { LONG_TEXT, type State, states, whole } from "./kit.tsx";
import { recorded } from "./screen.tsx";

export default { title: "Kit/Parts" };

const ignore = () => undefined;

function newestPayment(stop: "paid" | "queue"): Payment {
  const { currentId, payments, selectedId } = recorded(stop).till;
  return payments[currentId ?? selectedId ?? ""] ?? (Object.values(payments)[0] as Payment);
}

function parkedOperation(): Operation {
  return recorded("queue").till.queue.items.find(({ state }) => state === "attention") as Operation;
}

export const Badge = states(() => [
  ...PHASES.map((phase): State => [phase, <BadgeOf look={appearance(phase)} />]),
  ["checking", <BadgeOf look={CHECKING} />],
  ["of a payment", <StateBadge payment={newestPayment("paid")} />],
]);

export const Money = states(() => [
  ["default", <MoneyOf className="large" amount={14_900} />],
  ["zero", <MoneyOf className="large" amount={0} />],
  ["refunded", <MoneyOf className="large" amount={-14_900} />],
  ["long", <MoneyOf className="large" amount={999_999_999} />],
  ["euro", <MoneyOf className="large" amount={14_900} currency="EUR" />],
  ["two of four digits typed", <MoneyOf className="large" amount={4900} typedDecimals={0} />],
]);

export const Empty = states(() => [
  ["default", <EmptyOf Icon={Inbox} title="Nothing to decide" />],
  [
    "text and button",
    <EmptyOf Icon={ListX} title="No results" text={LONG_TEXT}>
      <Button>Clear search</Button>
    </EmptyOf>,
  ],
]);

const MAIL: ReceiptMail = { posTid: "1", state: "sent", to: "k•••@e•••", attempts: 1, problem: null, endedAt: null };

export const Texts = states(() => [
  ["quote", <Quote>{LONG_TEXT}</Quote>],
  ["saved", <Saved text="Saved" />],
  [
    "facts",
    <FactList
      facts={[
        ["Merchant", "kaffebaren"],
        ["Address", LONG_TEXT],
      ]}
    />,
  ],
  ["group", <Group title="Prices">Content</Group>],
  ["collapsible", <Collapsible title="Show as table">Content</Collapsible>],
  ["state picture", <StatePicture Icon={Clock} />],
  ...(["held", "waiting", "sent", "failed"] as const).map(
    (state): State => [`mail, ${state}`, <ReceiptMailLine mail={{ ...MAIL, state }} className={undefined} />],
  ),
]);

export const QrCode = states(() => [
  [
    "default",
    <div className="square">
      <QrCodeOf text="https://example.org/pay/1" label="Code" />
    </div>,
  ],
  [
    "dense",
    <div className="square">
      <QrCodeOf text={LONG_TEXT} label="Code" isDense />
    </div>,
  ],
  [
    "expired",
    <div className="square">
      <QrCodeOf text="https://example.org/pay/1" label="Code" expired="Expired" />
    </div>,
  ],
]);

export const Recordings = states(() => {
  const { timelines } = recorded("payment-proof").till;
  const evidence = Object.values(timelines).flatMap((entries) => entries.flatMap((entry) => entry.evidence));
  return (["request", "callback", "journal"] as const).map((kind): State => {
    return [kind, <RecordingsOf evidence={evidence.filter((one) => one.kind === kind).slice(0, 1)} />];
  });
});

function Parked(props: { payment: Payment | null; isFirst?: boolean }) {
  return (
    <div className="row">
      <ParkedChoicesOf {...props} operation={parkedOperation()} onOpen={ignore} />
    </div>
  );
}

export const ParkedChoices = states(() => [
  ["default", <Parked payment={null} />],
  ["payment can be cancelled", <Parked payment={newestPayment("queue")} isFirst />],
]);

const WRONG_PIN = ownFailure("not_allowed", { fields: [{ field: "pin", expected: "" }], triesLeft: 2 }).error;
const OVER_LIMIT = ownFailure("limit").error;
const LOST = ownFailure("internal", { errorId: "4f2a" }).error;

export const Problem = states(() => [
  ["limit", <CommandProblem problem={OVER_LIMIT} />],
  ["lost response", <CommandProblem problem={LOST} />],
  ["next to a PIN", <PinStepProblem />, { managerProblem: OVER_LIMIT }],
]);

const PIN = { label: "Manager's PIN", submit: "Refund", isChecking: false, keepsFocus: true, onPin: ignore };

export const PinStep = states(() => [
  ["default", <PinStepOf {...PIN} hint="Four digits or more" />],
  ["checking", <PinStepOf {...PIN} isChecking />],
  ["wrong", <PinStepOf {...PIN} problem="Wrong PIN." />],
  ["user not chosen", <PinStepOf {...PIN} isWaiting />],
  ["locked", <PinStepOf {...PIN} lockedUntil={new Date(Date.now() + 90_000).toISOString()} />],
]);

export const ManagersPin = states(() => [
  ["default", <ManagerPin submit="Refund" keepsFocus onPin={ignore} />],
  ["wrong", <ManagerPin submit="Refund" keepsFocus onPin={ignore} />, { managerProblem: WRONG_PIN }],
]);

const CHECK: PhoneCheck = {
  id: "1",
  purpose: "approve",
  way: "phone",
  state: "asked",
  qr: null,
  url: null,
  until: "2026-11-30T12:00:00Z",
  by: null,
  account: null,
  because: null,
};

const APPROVER = { ask: { command: "payment.refund", input: {} } as never, setByPhone: ignore, onPhone: ignore };

export const Phone = states(() => [
  ["preparing", <PhoneProgress check={null} />],
  [
    "code",
    <PhoneProgress check={{ ...CHECK, state: "code", qr: { kind: "shortlink", text: "https://example.org/1" } }} />,
  ],
  ...(["asked", "done", "over"] as const).map((state): State => [state, <PhoneProgress check={{ ...CHECK, state }} />]),
  ["browser", <PhoneProgress check={{ ...CHECK, way: "browser", url: "https://example.org" }} />],
  ["PIN or phone", <ApproverStep {...APPROVER} byPhone={false} submit="Refund" keepsFocus onPin={ignore} />],
]);

export const Gate = states(() => [
  ["asks for a PIN", <GateOf permission="reports">Content</GateOf>],
  ["open", <GateOf permission={null}>Content</GateOf>],
]);

export const Sheet = whole(() => (
  <SheetOf title="Receipt" onClose={ignore} footer={<Button kind="primary">Print</Button>}>
    {LONG_TEXT}
  </SheetOf>
));
export const WideSheet = whole(() => (
  <SheetOf title={LONG_TEXT} onClose={ignore} wide role="alertdialog" footer={<Button>Back</Button>}>
    {LONG_TEXT}
  </SheetOf>
));
export const Discard = whole(() => <DiscardSheet onKeep={ignore} onDiscard={ignore} />);

const APPROVAL = { title: "Refund 39,00 kr", yes: "Refund", isReady: true, isBusy: false, onYes: ignore };

export const Approval = whole(() => <ApprovalSheet {...APPROVAL} mayAlone about="Cappuccino" />);
export const ApprovalDenied = whole(() => <ApprovalSheet {...APPROVAL} mayAlone={false} about="Cappuccino" />, {
  managerProblem: OVER_LIMIT,
});
