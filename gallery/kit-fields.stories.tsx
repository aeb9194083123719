/** Fields and buttons of the kit. */
import { Mail, Printer, ScanQrCode, Trash2 } from "lucide-react";
import { useState } from "react";
import { AmountField as AmountFieldOf, type AmountFieldProps } from "../renderer/kit/ui/amount-field.tsx";
import { Button as ButtonOf, GuardedButton, IconButton } from "../renderer/kit/ui/button.tsx";
import { Choice as ChoiceOf } from "../renderer/kit/ui/choice.tsx";
import { CopyButton } from "../renderer/kit/ui/copy-button.tsx";
import { DayField as DayFieldOf } from "../renderer/kit/ui/day-field.tsx";
import { DayRange as DayRangeOf } from "../renderer/kit/ui/day-range.tsx";
import { AmountPad, DigitPad as DigitPadOf } from "../renderer/kit/ui/digit-pad.tsx";
import { Field as FieldOf } from "../renderer/kit/ui/field.tsx";
import { FileButton } from "../renderer/kit/ui/file-button.tsx";
import { HoldButton as HoldButtonOf } from "../renderer/kit/ui/hold-button.tsx";
import { LanguageChoice } from "../renderer/kit/ui/language-choice.tsx";
import { LinesField } from "../renderer/kit/ui/lines-field.tsx";
import { PemField } from "../renderer/kit/ui/pem-field.tsx";
import { useReason } from "../renderer/kit/ui/reason-choice.ts";
import { ReasonField as ReasonFieldOf } from "../renderer/kit/ui/reason-field.tsx";
import { ScreenKeys } from "../renderer/kit/ui/screen-keys.tsx";
import { Segmented as SegmentedOf } from "../renderer/kit/ui/segmented.tsx";
import { SelectField } from "../renderer/kit/ui/select-field.tsx";
import { Switch as SwitchOf } from "../renderer/kit/ui/switch.tsx";
import { TryNow } from "../renderer/kit/ui/try-now.tsx";
import { useAmountEntry } from "../renderer/kit/ui/use-amount-entry.ts";
import { LONG_TEXT, states, whole } from "./kit.tsx";

export default { title: "Kit/Fields" };

const ignore = () => undefined;
const OPTIONS = [
  { value: "day", label: "One day" },
  { value: "week", label: "Seven days" },
] as const;

export const Button = states(() => [
  ["secondary", <ButtonOf>Open payment</ButtonOf>],
  ["primary", <ButtonOf kind="primary">New sale</ButtonOf>],
  ["quiet", <ButtonOf kind="quiet">Show details</ButtonOf>],
  [
    "large",
    <ButtonOf kind="primary" size="large">
      Charge 149,00 kr
    </ButtonOf>,
  ],
  ["icon", <ButtonOf Icon={Printer}>Print</ButtonOf>],
  ["disabled", <ButtonOf isDisabled>Print</ButtonOf>],
  [
    "primary, disabled",
    <ButtonOf kind="primary" isDisabled>
      New sale
    </ButtonOf>,
  ],
  [
    "fill, long text",
    <ButtonOf fill Icon={Mail}>
      {LONG_TEXT}
    </ButtonOf>,
  ],
  ["guarded", <GuardedButton kind="primary">Release</GuardedButton>],
  ["guarded, the screen has just changed", <GuardedButton kind="primary">Release</GuardedButton>, { isFresh: true }],
  ["icon only", <IconButton label="Delete" Icon={Trash2} />],
  ["icon only, disabled", <IconButton label="Delete" Icon={Trash2} isDisabled />],
  ["copy", <CopyButton text="4242" label="Copy" copied="Copied" />],
  ["file", <FileButton types={[".pem"]} onRead={ignore} />],
  ["try now", <TryNow kind="secondary" />],
  ["try now, in progress", <TryNow kind="secondary" />, { busy: { tryNow: true } }],
]);

const HOLD = { label: "Press and hold to refund", noHoldLabel: "Use a button instead", confirmLabel: "Yes, refund" };

export const HoldButton = states(() => [
  ["default", <HoldButtonOf {...HOLD} onHeld={ignore} />],
  ["disabled", <HoldButtonOf {...HOLD} onHeld={ignore} isDisabled />],
]);

export const Field = states(() => [
  ["empty", <FieldOf label="Name" />],
  ["description", <FieldOf label="Name" value="Table 4" description="Customers do not see it." />],
  ["icon", <FieldOf label="Receipt to" value="kari@example.org" Icon={Mail} />],
  ["busy", <FieldOf label="PIN" value="Table 4" Icon={Mail} isBusy />],
  ["error", <FieldOf label="Name" value="" problem="Enter a name." />],
  ["disabled", <FieldOf label="Name" value="Table 4" isDisabled />],
  ["compact", <FieldOf label="Search payments" compact Icon={ScanQrCode} />],
  ["long text", <FieldOf label={LONG_TEXT} value={LONG_TEXT} description={LONG_TEXT} />],
  ["lines", <LinesField label="Notes" value={"One\nTwo"} onChange={ignore} hint="One per line" problem={undefined} />],
  ["lines, error", <LinesField label="Notes" value="" onChange={ignore} hint="" problem="Enter a note." />],
  ["key", <PemField label="Certificate" value={null} onChange={ignore} description="PEM text" />],
  [
    "key, error",
    <PemField label="Certificate" value="nothing" onChange={ignore} description="" problem="Not PEM text." />,
  ],
]);

export const Selection = states(() => [
  ["choice", <ChoiceOf label="Days" value="day" options={OPTIONS} onChange={ignore} />],
  ["choice, changed", <ChoiceOf label="Days" value="week" options={OPTIONS} onChange={ignore} isSet />],
  ["language", <LanguageChoice label="Language" value="nb" onChange={ignore} />],
  ["segmented", <SegmentedOf label="Days" value="day" options={OPTIONS} onChange={ignore} />],
  ["segmented, fill", <SegmentedOf label="Days" value="week" options={OPTIONS} onChange={ignore} fill />],
  [
    "select",
    <SelectField label="Days" value="day" onChange={ignore}>
      <option value="day">One day</option>
    </SelectField>,
  ],
  [
    "select, error",
    <SelectField label="Days" value="" onChange={ignore} problem="Choose the days.">
      <option />
    </SelectField>,
  ],
  ["switch, off", <SwitchOf>Ask for a tip</SwitchOf>],
  ["switch, on", <SwitchOf isSelected>Ask for a tip</SwitchOf>],
  ["switch, disabled", <SwitchOf isDisabled>Ask for a tip</SwitchOf>],
  ["switch, long text", <SwitchOf isSelected>{LONG_TEXT}</SwitchOf>],
]);

function Reasons({ first }: { first: string | null }) {
  const reason = useReason((kind) => kind, ["Wrong amount", "Returned goods", "Another reason"]);
  return <ReasonFieldOf reason={{ ...reason, kind: first }} label="Reason" hint="The customer sees it in the app." />;
}

export const ReasonField = states(() => [
  ["none chosen", <Reasons first={null} />],
  ["chosen", <Reasons first="Wrong amount" />],
  ["own words", <Reasons first="Another reason" />],
]);

function Amount({ first, ...rest }: Partial<AmountFieldProps> & { first: number }) {
  const value = useAmountEntry("NOK", 10_000, first);
  const texts = { label: "Amount", description: "At most 100,00 kr", problem: "At most 100,00 kr" };
  return <AmountFieldOf {...texts} value={value} isLine {...rest} />;
}

export const AmountField = states(() => [
  ["with keys", <Amount first={4900} isLine={false} />],
  ["empty", <Amount first={0} />],
  ["missing", <Amount first={0} isMissing />],
  ["above the maximum", <Amount first={990_000} />],
]);

const NAMES = { backspace: "Delete", separator: "Comma", clear: "Clear" };

export const DigitPad = states(() => [
  ["digits", <DigitPadOf value="" onChange={ignore} />],
  ["enter", <DigitPadOf value="" onChange={ignore} enter={{ label: "Sign in", isDisabled: false }} />],
  ["disabled", <DigitPadOf value="" onChange={ignore} isDisabled enter={{ label: "Sign in", isDisabled: true }} />],
  ["separator", <DigitPadOf value="" onChange={ignore} separator="," />],
  ["amount", <AmountPad enter={ignore} separator="," names={NAMES} />],
]);

export const DayField = states(() => [
  ["empty", <DayFieldOf label="Day" value="" onChange={ignore} />],
  ["filled", <DayFieldOf label="Day" value="2026-11-20" onChange={ignore} description="The day of the sale" />],
  ["error", <DayFieldOf label="Day" value="2026-11-20" onChange={ignore} problem="Choose an earlier day." />],
]);

export const DayRange = states(() => [
  [
    "range",
    <DayRangeOf
      label="Days"
      value={{ first: "2026-11-09", last: "2026-11-13" }}
      onChange={ignore}
      latest="2026-11-20"
    />,
  ],
]);

function Keys({ mode }: { mode: string }) {
  const [element, setElement] = useState<HTMLInputElement | null>(null);
  return (
    <>
      <input ref={setElement} aria-label="Text" />
      {element && <ScreenKeys field={{ element, inputMode: mode, opened: 1 }} onHide={ignore} />}
    </>
  );
}

export const LetterKeys = whole(() => <Keys mode="text" />);
export const DigitKeys = whole(() => <Keys mode="numeric" />);
