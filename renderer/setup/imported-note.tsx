import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { SetupDraft, SetupShared } from "../../contract/setup.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { useFormat } from "../kit/ui/use-format.ts";
import { useTill } from "../store/store.tsx";
import { Note } from "./parts/note.tsx";

/** What came from another till, and what of it had to be left out because it is that till's own. */
export function ImportedNote() {
  const { t } = useTranslation();
  const { imported, draft } = useTill(({ setup }) => ({ imported: setup.imported, draft: setup.draft }));
  if (!imported || draft === null) return null;
  const { integrator } = draft.service;
  return (
    <Note role="status">
      <p>{t("setup.service.imported")}</p>
      {integrator !== null && <p>{t("setup.service.importedIntegrator", { integrator })}</p>}
      <SharedSentence draft={draft} />
    </Note>
  );
}

/** What finishing puts in force besides the steps' own fields; nothing where no configuration was taken over. */
export function SharedNote() {
  const draft = useTill(({ setup }) => setup.draft);
  if (draft === null || draft.shared === null) return null;
  return (
    <Note>
      <SharedSentence draft={draft} />
    </Note>
  );
}

function SharedSentence({ draft: { shared, currency } }: { draft: SetupDraft }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const language = useTill((state) => LANGUAGE_LOCALES[state.language]);
  if (shared === null) return null;
  // A file may name a currency that there is not: its own step says so.
  const known = Intl.supportedValuesOf("currency").includes(currency) ? currency : undefined;
  const parts = partsOf(shared, t, (amount) => money(amount, known));
  const list = new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
  return <p data-testid="setup-shared">{t("setup.shared.with", { list })}</p>;
}

/** Every part by name, with what a person would look for. */
function partsOf(shared: SetupShared, t: TFunction, money: (amount: number) => string): string[] {
  const { allowCredit, offline, confirmAbove, products, shop, printer, receipt, businessDay, expiry, polling } = shared;
  return [
    ...(shop === null ? [] : [t("setup.shared.shop", { name: shop.name })]),
    ...(printer?.kind === "escpos-tcp" ? [t("setup.shared.printer", { host: printer.host })] : []),
    ...(receipt === null ? [] : [t(receipt.electronic ? "setup.shared.receiptsSent" : "setup.shared.receipts")]),
    ...(products.length === 0 ? [] : [t("setup.shared.products", { count: products.length })]),
    offline.enabled ? t("setup.shared.offline", { amount: money(offline.maxAmount) }) : t("setup.shared.offlineOff"),
    t(allowCredit ? "setup.shared.credit" : "setup.shared.noCredit"),
    ...(confirmAbove === null ? [] : [t("setup.shared.confirm", { amount: money(confirmAbove) })]),
    t("setup.shared.day", { cutOff: businessDay.cutOff }),
    t("setup.shared.expiry", { seconds: expiry.counterSeconds }),
    t("setup.shared.polling", { seconds: polling.activeMs / 1000 }),
  ];
}
