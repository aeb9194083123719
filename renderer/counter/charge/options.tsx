import { HandCoins, Phone, ScanQrCode, Tag, X } from "lucide-react";
import type { CSSProperties } from "react";
import { Button as AriaButton, ToggleButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { canCharge } from "../../store/ports.ts";
import { useActions, useTill } from "../../store/store.ts";
import { LONGEST_PHONE } from "./actions.ts";
import { PHONE_PROBLEM_ID } from "./entry-problems.ts";
import styles from "./options.module.css";

const SHORT_PHONE = 10;

/** Payment type and customer. Each control selects only its own state, so that a key re-renders few of them. */
export function Options() {
  const { tipOnPhone, hasCustomer } = useTill(({ draft: { tipOnPhone, customer } }) => ({
    tipOnPhone,
    hasCustomer: customer !== null,
  }));
  return (
    <div className={styles.options}>
      <Kind />
      <TipOnPhone isSelected={tipOnPhone} />
      {tipOnPhone && <Suggested />}
      {hasCustomer ? <ScannedCustomer /> : <PhoneField />}
      <WholeSale />
    </div>
  );
}

function Kind() {
  const { t } = useTranslation();
  const actions = useActions();
  const action = useTill(({ draft }) => draft.action);
  return (
    <Segmented
      keepsNoFocus
      label={t("charge.kind")}
      keys="F7"
      value={action}
      onChange={actions.setAction}
      options={[
        { value: "SALE", label: t("charge.sale") },
        { value: "AUTH", label: t("charge.reserve") },
      ]}
    />
  );
}

function TipOnPhone({ isSelected }: { isSelected: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <ToggleButton
      className={styles.toggle}
      aria-label={t("charge.tip")}
      preventFocusOnPress
      aria-keyshortcuts="F8"
      isSelected={isSelected}
      onChange={actions.setTipOnPhone}
    >
      <HandCoins aria-hidden />
      <span className={styles.words}>{t("charge.tip")}</span>
      <span className={styles.short}>{t("charge.tipShort")}</span>
    </ToggleButton>
  );
}

function WholeSale() {
  const { t } = useTranslation();
  const actions = useActions();
  const { isEmpty, hasMore } = useTill(({ draft: { entry, note, preset } }) => ({
    isEmpty: entry.lines.length === 0 && entry.typing.kind === "nothing",
    hasMore: entry.discount !== undefined || note !== "" || preset !== null,
  }));
  return (
    <AriaButton
      className={styles.toggle}
      aria-label={t("basket.sale")}
      preventFocusOnPress
      data-selected={hasMore || undefined}
      isDisabled={isEmpty}
      onPress={() => actions.open({ kind: "sale" })}
    >
      <Tag aria-hidden />
      <span>{t("basket.saleShort")}</span>
    </AriaButton>
  );
}

function PhoneField() {
  const { t } = useTranslation();
  const actions = useActions();
  const { hasAmount, phone, problem, keysFor } = useTill(({ draft }) => ({
    hasAmount: canCharge(draft),
    phone: draft.phone,
    problem: draft.phoneProblem,
    keysFor: draft.keysFor,
  }));
  return (
    <div
      className={styles.phone}
      style={{ "--characters": phone.length } as CSSProperties}
      data-phone
      data-long={phone.length > SHORT_PHONE || undefined}
    >
      <Field
        compact
        label={t("charge.phone")}
        Icon={Phone}
        value={phone}
        onChange={actions.setPhone}
        autoFocus={keysFor === "phone"}
        onFocusChange={(hasFocus) => void actions.setKeysFor(hasFocus ? "phone" : "amount")}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return event.continuePropagation();
          if (hasAmount) void actions.charge();
          else event.currentTarget.blur();
        }}
        isInvalid={problem}
        aria-describedby={problem ? PHONE_PROBLEM_ID : undefined}
        // The keypad types here: the system keyboard would cover it.
        input={{
          type: "tel",
          inputMode: "none",
          autoComplete: "off",
          maxLength: LONGEST_PHONE,
          "aria-keyshortcuts": "F10",
        }}
      />
    </div>
  );
}

function ScannedCustomer() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <p className={styles.customer}>
      <ScanQrCode aria-hidden />
      {t("charge.customerRead")}
      <IconButton label={t("charge.removeCustomer")} Icon={X} onPress={() => actions.setDraftCustomer(null)} />
    </p>
  );
}

function Suggested() {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  const actions = useActions();
  const { tips, chosen } = useTill(({ terminal, draft }) => ({
    tips: terminal?.counter.tips ?? null,
    chosen: draft.suggestedTip,
  }));
  if (tips?.where !== "phone") return null;
  const words = (preset: number) => (tips.kind === "percent" ? percent(preset) : money(preset));
  return (
    <div className={styles.suggested}>
      <Segmented
        keepsNoFocus
        label={t("tips.suggested")}
        value={String(chosen ?? "")}
        onChange={(value) => actions.suggestTip(value === "" ? null : Number(value))}
        options={[
          { value: "", label: t("tips.noSuggestion") },
          ...tips.presets.map((preset) => ({ value: String(preset), label: words(preset) })),
        ]}
      />
    </div>
  );
}
