import { ArrowBigUp, ChevronDown, CornerDownLeft, Delete, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { decimalSeparator } from "../../../contract/values/money.ts";
import { useKit } from "../context.ts";
import styles from "./screen-keyboard.module.css";
import { type KeyboardPage, keyNextToZero, keyRows, pageFor } from "./screen-keyboard-layouts.ts";
import { partOfDate, type TouchedField } from "./use-touched-field.ts";

export function ScreenKeys({ field, onHide }: { field: TouchedField; onHide: () => void }) {
  const { t } = useTranslation();
  const { language, locale } = useKit((state) => ({
    language: state.language,
    locale: state.terminal?.locale ?? "en",
  }));
  const [page, setPage] = useState<KeyboardPage>(pageFor(field.inputMode));
  const [isShifted, setShifted] = useState(startsSentence(field.element));
  const box = useMakesRoom(field.element);
  const types = (text: string) => {
    type(field.element, text);
    if (page === "letters") setShifted(false);
  };
  const turnTo = (next: KeyboardPage) => {
    setShifted(false);
    setPage(next);
  };
  const rows = keyRows(page, language, isShifted);
  const extraKey = keyNextToZero(field.inputMode, decimalSeparator(locale));
  const erase = <WorkKey label={t("keyboard.erase")} Icon={Delete} onPress={() => erases(field.element)} />;
  const enter = <WorkKey label={t("keyboard.enter")} Icon={CornerDownLeft} onPress={() => enters(field.element)} />;
  const hideKey = <WorkKey label={t("keyboard.hide")} Icon={ChevronDown} onPress={onHide} />;
  const typed = (text: string) => <TypeKey key={text} text={text} onPress={() => types(text)} />;
  return (
    <section
      ref={box}
      className={styles.keyboard}
      aria-label={t("keyboard.label")}
      data-page={page}
      data-testid="screen-keyboard"
      // Marks the keys as part of a dialog, so that touching them does not close it.
      data-react-aria-top-layer="true"
    >
      {page === "digits" ? (
        <DigitKeys texts={rows.flat()} extraKey={extraKey} typed={typed}>
          {erase}
          {enter}
          {hideKey}
        </DigitKeys>
      ) : (
        <>
          {rows.map((row, index) => (
            <div className={styles.row} key={row.join("")}>
              {index === 2 && <ShiftKey isOn={isShifted} onPress={() => setShifted(!isShifted)} />}
              {row.map(typed)}
              {index === 2 && erase}
            </div>
          ))}
          <div className={styles.row}>
            <PageKey page={page} onPage={turnTo} />
            {hideKey}
            <TypeKey text=" " label={t("keyboard.space")} onPress={() => types(" ")} />
            {enter}
          </div>
        </>
      )}
    </section>
  );
}

interface DigitKeysProps {
  texts: readonly string[];
  extraKey: string | null;
  typed: (text: string) => ReactNode;
  children: ReactNode;
}

function DigitKeys({ texts, extraKey, typed, children }: DigitKeysProps) {
  return (
    <div className={styles.digits}>
      {texts.map(typed)}
      {extraKey === null ? <span /> : typed(extraKey)}
      {typed("0")}
      <span className={styles.aside}>{children}</span>
    </div>
  );
}

function ShiftKey({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  const { t } = useTranslation();
  return <WorkKey label={t("keyboard.shift")} Icon={ArrowBigUp} isOn={isOn} onPress={onPress} />;
}

function PageKey({ page, onPage }: { page: KeyboardPage; onPage: (page: KeyboardPage) => void }) {
  const { t } = useTranslation();
  const isLetters = page === "letters";
  return (
    <WorkKey
      label={t(isLetters ? "keyboard.symbols" : "keyboard.letters")}
      shown={isLetters ? "?123" : "ABC"}
      onPress={() => onPage(isLetters ? "symbols" : "letters")}
    />
  );
}

function useMakesRoom(field: HTMLElement) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = document.documentElement;
    const place = () => root.style.setProperty("--keyboard", `${box.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(place);
    if (box.current) observer.observe(box.current);
    place();
    root.dataset.keyboard = "";
    return () => {
      observer.disconnect();
      delete root.dataset.keyboard;
      root.style.removeProperty("--keyboard");
    };
  }, []);
  useEffect(() => {
    // Includes the field's label and its messages. A date's label is not a `label` element: its parts form a group.
    const groupSelector = partOfDate(field) === null ? "[data-rac]:has(label)" : "[role=group]";
    const fieldGroup = field.parentElement?.closest(groupSelector) ?? field;
    const observer = new ResizeObserver(() => fieldGroup.scrollIntoView({ block: "nearest" }));
    observer.observe(fieldGroup);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [field]);
  return box;
}

/** Dispatches a key event first, then types the key unless a listener prevented it. */
function press(field: HTMLElement, key: string): boolean {
  return field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

// Deprecated, but the only way to type like a keyboard: at the cursor, with length limit, events and undo. All shells
// are Chromium.
function type(field: HTMLElement, text: string): void {
  if (!press(field, text)) return;
  if (partOfDate(field) === null) return void document.execCommand("insertText", false, text);
  // Date segments handle their input themselves and only need the event.
  const typed = { inputType: "insertText", data: text, bubbles: true, cancelable: true };
  field.dispatchEvent(new InputEvent("beforeinput", typed));
}

function erases(field: HTMLElement): void {
  if (press(field, "Backspace")) document.execCommand("delete");
}

function enters(field: HTMLElement): void {
  if (!press(field, "Enter")) return;
  if (field instanceof HTMLTextAreaElement) document.execCommand("insertText", false, "\n");
  else if (field instanceof HTMLInputElement) field.form?.requestSubmit();
}

/** Capitalizes names and sentences; never ids, addresses and secrets. */
function startsSentence(field: HTMLElement): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value === "";
  return field instanceof HTMLInputElement && field.type === "text" && field.spellcheck && field.value === "";
}

function TypeKey({ text, label, onPress }: { text: string; label?: string; onPress: () => void }) {
  return (
    <KeyButton label={label} isSpace={text === " "} onPress={onPress}>
      {text}
    </KeyButton>
  );
}

interface WorkKeyProps {
  label: string;
  Icon?: LucideIcon;
  shown?: string;
  isOn?: boolean;
  onPress: () => void;
}

function WorkKey({ label, Icon, shown, isOn, onPress }: WorkKeyProps) {
  return (
    <KeyButton isWork label={label} isOn={isOn} onPress={onPress}>
      {Icon ? <Icon aria-hidden size={24} /> : shown}
    </KeyButton>
  );
}

interface KeyButtonProps {
  children: ReactNode;
  label?: string | undefined;
  isWork?: boolean;
  isSpace?: boolean;
  isOn?: boolean | undefined;
  onPress: () => void;
}

/** Types on touch start and leaves the focus in the field. */
function KeyButton({ children, label, isWork, isSpace, isOn, onPress }: KeyButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.key}
      aria-label={label}
      aria-pressed={isOn}
      data-work={isWork || undefined}
      data-space={isSpace || undefined}
      onPointerDown={(event) => {
        event.preventDefault();
        onPress();
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </button>
  );
}
