import { useTranslation } from "react-i18next";
import type { SaftDetails } from "../../../contract/accounting/exports.ts";
import { Field } from "../../kit/ui/field.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./exports.module.css";

type Text = { [K in keyof SaftDetails]: SaftDetails[K] extends string ? K : never }[keyof SaftDetails];

const COMPANY = [
  "companyIdent",
  "companyName",
  "street",
  "postalCode",
  "city",
  "country",
] as const satisfies readonly Text[];
const VAT = ["vatCode", "standardVatCode", "vatDescription"] as const satisfies readonly Text[];
const LENGTHS: Record<Text, number> = {
  companyIdent: 35,
  companyName: 100,
  street: 100,
  postalCode: 20,
  city: 50,
  country: 2,
  vatCode: 20,
  standardVatCode: 9,
  vatDescription: 100,
};

const LONG: readonly Text[] = ["companyName", "street", "vatDescription"];

export function SaftFields() {
  const { t } = useTranslation();
  const actions = useActions();
  const saft = useTill(({ exports }) => exports.options?.saft ?? null);
  if (saft === null) return null;
  const field = (name: Text) => (
    <div key={name} data-long={LONG.includes(name) || undefined}>
      <Field
        label={t(`exports.${name}`)}
        value={saft[name]}
        onChange={(text) => actions.changeSaft({ [name]: name === "country" ? text.toUpperCase() : text })}
        input={{ autoComplete: "off", maxLength: LENGTHS[name] }}
      />
    </div>
  );
  return (
    <>
      <div className={styles.part}>
        <h3 className={styles.heading}>{t("exports.company")}</h3>
        <p className={styles.quiet}>{t("exports.companyText")}</p>
        <div className={styles.grid}>{COMPANY.map(field)}</div>
        <Switch isSelected={saft.vatRegistered} onChange={(vatRegistered) => actions.changeSaft({ vatRegistered })}>
          {t("exports.vatRegistered")}
        </Switch>
      </div>
      <div className={styles.part}>
        <h3 className={styles.heading}>{t("exports.vat")}</h3>
        <div className={styles.grid}>{VAT.map(field)}</div>
      </div>
    </>
  );
}
