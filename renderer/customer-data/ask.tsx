import { ArrowLeft, Phone, QrCode, UserRoundCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import type { PermissionPreset } from "../../contract/customers/permissions.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { NumberChoice } from "../counter/charge/number-choice.tsx";
import { usePhoneProblem, usePhoneReader, usePhoneReadings } from "../counter/charge/number-words.ts";
import { CustomersLanguage } from "../counter/customers-language.tsx";
import { ReloadButton } from "../counter/reload-button.tsx";
import { PHONES } from "../kit/lazy-parts.ts";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { Empty } from "../kit/ui/empty.tsx";
import { Field } from "../kit/ui/field.tsx";
import { useScopeWords } from "../settings/presets/words.ts";
import { customersLanguage } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./customer-data.module.css";
import { Problem } from "./permission-view.tsx";
import { useCustomerDataTexts } from "./words.ts";

/**
 * The request form: data to request, by code or phone.
 * @param chosen a preset's id
 */
export function Ask({ chosen }: { chosen: string | null }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const { presets, fromCounter } = useTill(({ customerData }) => customerData);
  const [picked, setPicked] = useState(chosen);
  useEffect(() => void actions.readPresets(), [actions]);
  const preset = presets?.find(({ id }) => id === picked) ?? presets?.[0] ?? null;
  return (
    <section className={styles.screen} aria-label={t("ask")} data-testid="ask-customer">
      <header className={styles.head}>
        <IconButton
          label={t(fromCounter ? "toCounter" : "back")}
          Icon={ArrowLeft}
          onPress={() => actions.leavePermission()}
        />
        <h1 className={styles.title}>{t("askTitle")}</h1>
        <Button onPress={() => actions.showPermissions()}>{t("earlier")}</Button>
      </header>
      {presets !== null && preset === null && (
        <Empty Icon={UserRoundCheck} title={t("noPresets")} text={t("noPresetsText")} />
      )}
      {preset === null ? (
        <Problem />
      ) : (
        <div className={styles.asking}>
          <Presets presets={presets ?? []} chosen={preset} onChoose={setPicked} />
          <Recipient preset={preset} />
        </div>
      )}
    </section>
  );
}

interface PresetsProps {
  presets: readonly PermissionPreset[];
  chosen: PermissionPreset;
  onChoose: (id: string) => void;
}

function Presets({ presets, chosen, onChoose }: PresetsProps) {
  const t = useCustomerDataTexts();
  const scopes = useScopeWords();
  return (
    <RadioGroup aria-label={t("askTitle")} className={styles.presets} value={chosen.id} onChange={onChoose}>
      {presets.map(({ id, name, scope }) => (
        <Radio key={id} value={id} className={styles.preset}>
          <strong>{name}</strong>
          <span className={styles.quiet}>{scopes(scope)}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

function Recipient({ preset }: { preset: PermissionPreset }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const phoneProblem = usePhoneProblem();
  const { language, isBusy } = useTill((state) => ({
    language: customersLanguage(state),
    isBusy: state.busy.permission === true,
  }));
  const [phone, setPhone] = useState("");
  const [isTried, setIsTried] = useState(false);
  const readings = usePhoneReadings(phone);
  const hasPhone = phone.trim() !== "";
  const ask = (value: string | null) =>
    void actions.requestPermission({
      preset: preset.id,
      language,
      ...(value !== null && { customer: { kind: "phone" as const, value } }),
    });
  const { read, isReading } = usePhoneReader(phone, (found) => {
    setIsTried(true);
    if (found?.kind === "number") ask(found.reading.digits);
  });
  return (
    <form
      className={styles.recipient}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (hasPhone) void read();
        else ask(null);
      }}
    >
      <Problem />
      <Field
        label={t("phone")}
        Icon={Phone}
        value={phone}
        onChange={(text) => {
          setIsTried(false);
          setPhone(text);
        }}
        description={t("phoneHint")}
        problem={isTried && hasPhone && readings.kind === "none" ? phoneProblem : undefined}
        input={{ type: "tel", autoComplete: "off", maxLength: 40 }}
      />
      {isTried && hasPhone && readings.kind === "ask" ? (
        <NumberChoice readings={readings.readings} onChoose={ask} />
      ) : (
        <SendButton hasPhone={hasPhone} isBusy={isBusy} isReading={isReading} />
      )}
      <RequestText preset={preset} language={language} />
    </form>
  );
}

interface SendButtonProps {
  hasPhone: boolean;
  isBusy: boolean;
  isReading: boolean;
}

function SendButton({ hasPhone, isBusy, isReading }: SendButtonProps) {
  const t = useCustomerDataTexts();
  if (hasPhone && PHONES.state() === "failed") return <ReloadButton />;
  const Icon = hasPhone ? Phone : QrCode;
  return (
    <Button type="submit" kind="primary" size="large" fill Icon={Icon} isDisabled={isBusy} isPending={isReading}>
      {t(isBusy || isReading ? "asking" : hasPhone ? "askPhone" : "showCode")}
    </Button>
  );
}

function RequestText({ preset, language }: { preset: PermissionPreset; language: CustomerLanguage }) {
  const t = useCustomerDataTexts();
  return (
    <>
      <blockquote className={styles.quote}>
        <p className={styles.quiet}>{t("chosenText")}</p>
        <p lang={language}>{preset.texts[language]}</p>
      </blockquote>
      <CustomersLanguage />
      <p className={styles.quiet}>{t("askText")}</p>
    </>
  );
}
