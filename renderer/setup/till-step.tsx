import { Store, UserRound } from "lucide-react";
import { useState } from "react";
import { NumberField as AriaNumberField, Input, Label } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { linesOf } from "../kit/text-files.ts";
import field from "../kit/ui/field.module.css";
import { Field } from "../kit/ui/field.tsx";
import layout from "../kit/ui/layout.module.css";
import { LinesField } from "../kit/ui/lines-field.tsx";
import { SelectField } from "../kit/ui/select-field.tsx";
import { useTill } from "../store/store.ts";
import {
  type Choice,
  currencyChoices,
  localeChoices,
  machineTimeZone,
  POS_TYPE_CHOICES,
  zoneChoices,
} from "./choices.ts";
import { NewBooksNote } from "./new-books-note.tsx";
import { ChoiceCards } from "./parts/choice-cards.tsx";
import { Fold } from "./parts/fold.tsx";
import { StepForm } from "./step-form.tsx";
import { type DraftForm, useDraft } from "./use-draft.ts";
import styles from "./wizard.module.css";

const PLACE = ["pos.location", "pos.location.latitude", "pos.location.longitude", "pos.location.accuracy"] as const;
const SHOP = ["shop.name", "shop.address", "shop.organisationNumber"] as const;
const FIELDS = ["pos.id", "pos.name", "pos.type", ...PLACE, ...SHOP, "currency", "locale", "timeZone"];

export function TillStep() {
  const { t } = useTranslation();
  const form = useDraft();
  const imported = useTill((state) => state.setup.imported);
  if (form === null) return null;
  const { draft, edit, editPos, problem } = form;
  return (
    <StepForm step="till" title={t("setup.till.title")} intro={t("setup.till.intro")} fields={FIELDS}>
      <NewBooksNote />
      <div className={styles.pair}>
        <Field
          label={t("setup.till.id")}
          value={draft.pos.id}
          onChange={(id) => editPos({ id: id.trim() })}
          description={t(imported ? "setup.till.idImported" : "setup.till.idHint")}
          problem={problem("pos.id")}
          input={{ autoComplete: "off", spellCheck: false, maxLength: 64 }}
        />
        <Field
          label={t("setup.till.name")}
          value={draft.pos.name}
          onChange={(name) => editPos({ name })}
          description={t("setup.till.nameHint")}
          problem={problem("pos.name")}
          input={{ autoComplete: "off", maxLength: 100 }}
        />
      </div>
      <ChoiceCards
        label={t("setup.till.mode")}
        isShown
        value={draft.mode}
        onChange={(mode) => edit((before) => ({ ...before, mode }))}
        cards={[
          {
            value: "counter",
            Icon: Store,
            title: t("setup.till.modes.counter"),
            text: t("setup.till.modes.counterHint"),
          },
          {
            value: "kiosk",
            Icon: UserRound,
            title: t("setup.till.modes.kiosk"),
            text: t("setup.till.modes.kioskHint"),
          },
        ]}
      />
      <Selects form={form} />
      <Shop form={form} />
      <Place form={form} />
    </StepForm>
  );
}

function Selects({ form: { draft, edit, editPos, problem } }: { form: DraftForm }) {
  const { t } = useTranslation();
  const language = useTill((state) => LANGUAGE_LOCALES[state.language]);
  const { common, others } = currencyChoices(language, draft.currency);
  return (
    <div className={styles.pair}>
      <SelectField
        label={t("setup.till.type")}
        value={draft.pos.type}
        onChange={(type) => editPos({ type })}
        problem={problem("pos.type")}
      >
        {POS_TYPE_CHOICES.map((type) => (
          <option key={type} value={type}>
            {t(`setup.till.types.${type}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("setup.till.currency")}
        value={draft.currency}
        onChange={(currency) => edit((before) => ({ ...before, currency }))}
        problem={problem("currency")}
      >
        <optgroup label={t("setup.till.currencyCommon")}>
          <Options choices={common} />
        </optgroup>
        <optgroup label={t("setup.till.currencyAll")}>
          <Options choices={others} />
        </optgroup>
      </SelectField>
      <SelectField
        label={t("setup.till.locale")}
        value={draft.locale}
        onChange={(locale) => edit((before) => ({ ...before, locale }))}
        problem={problem("locale")}
      >
        <Options choices={localeChoices(language, draft.locale)} />
      </SelectField>
      <SelectField
        label={t("setup.till.timeZone")}
        value={draft.timeZone ?? ""}
        onChange={(zone) => edit((before) => ({ ...before, timeZone: zone === "" ? null : zone }))}
        problem={problem("timeZone")}
      >
        <option value="">{t("setup.till.zoneOwn", { zone: machineTimeZone() })}</option>
        <Options choices={zoneChoices(draft.timeZone)} />
      </SelectField>
    </div>
  );
}

function Options({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

const NO_SHOP = { name: "", address: [], organisationNumber: null };

function Shop({ form: { draft, edit, problem } }: { form: DraftForm }) {
  const { t } = useTranslation();
  const shop = draft.shop ?? draft.shared?.shop ?? NO_SHOP;
  const [address, setAddress] = useState(shop.address.join("\n"));
  const change = (changes: Partial<NonNullable<typeof draft.shop>>) =>
    edit((before) => {
      const { name, address, organisationNumber } = Object.assign({}, shop, changes);
      const isEmpty = name === "" && address.length === 0 && organisationNumber === null;
      return { ...before, shop: isEmpty ? null : { name, address, organisationNumber } };
    });
  return (
    <Fold
      title={`${t("setup.till.shop")} (${t("setup.optional")})`}
      mustShow={SHOP.some((name) => problem(name) !== undefined)}
      opened={draft.preset !== "demo" || shop !== NO_SHOP}
    >
      <div className={styles.pair}>
        <Field
          label={t("receiptSettings.name")}
          value={shop.name}
          onChange={(name) => change({ name })}
          description={t("setup.till.shopHint")}
          problem={problem("shop.name")}
          input={{ autoComplete: "organization", maxLength: 60 }}
        />
        <Field
          label={t("receiptSettings.organisation")}
          value={shop.organisationNumber ?? ""}
          onChange={(text) => change({ organisationNumber: text === "" ? null : text })}
          problem={problem("shop.organisationNumber")}
          input={{ autoComplete: "off", maxLength: 40 }}
        />
        <LinesField
          label={t("receiptSettings.address")}
          value={address}
          onChange={(text) => {
            setAddress(text);
            change({ address: linesOf(text) });
          }}
          hint={t("receiptSettings.addressHint")}
          problem={problem("shop.address")}
        />
      </div>
    </Fold>
  );
}

const NOWHERE = { latitude: null, longitude: null, accuracy: null };

function Place({ form: { draft, editPos, problem } }: { form: DraftForm }) {
  const { t } = useTranslation();
  const { location } = draft.pos;
  const change = (changes: Partial<typeof NOWHERE>) => {
    const next = { ...(location ?? NOWHERE), ...changes };
    editPos({ location: Object.values(next).every((value) => value === null) ? null : next });
  };
  return (
    <Fold
      title={`${t("setup.till.location")} (${t("setup.optional")})`}
      mustShow={PLACE.some((name) => problem(name) !== undefined)}
      opened={location !== null}
    >
      <p className={layout.prose}>{t("setup.till.locationHint")}</p>
      <div className={styles.triple}>
        {(["latitude", "longitude", "accuracy"] as const).map((name) => (
          <NumberField
            key={name}
            label={t(`setup.till.${name}`)}
            value={location?.[name] ?? null}
            onChange={(value) => change({ [name]: value })}
            problem={problem(`pos.location.${name}`)}
          />
        ))}
      </div>
    </Fold>
  );
}

interface NumberFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  problem: string | undefined;
}

function NumberField({ label, value, onChange, problem }: NumberFieldProps) {
  return (
    <AriaNumberField
      className={field.field}
      value={value ?? Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
      isInvalid={problem !== undefined}
      formatOptions={{ maximumFractionDigits: 7 }}
    >
      <Label className={field.label}>{label}</Label>
      <span className={field.box}>
        <Input className={field.input} autoComplete="off" />
      </span>
      {problem !== undefined && <span className={field.problem}>{problem}</span>}
    </AriaNumberField>
  );
}
