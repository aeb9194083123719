import { useTranslation } from "react-i18next";
import { shelfView } from "../counter/charge/shelf-view.ts";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.ts";
import styles from "./panels.module.css";

type Row = [keys: string, what: string];

export function KeyMap() {
  const { t } = useTranslation();
  const actions = useActions();
  const groups = useGroups();
  return (
    <Sheet wide title={t("keys.title")} onClose={actions.closeDialog}>
      <div className={styles.keys}>
        {groups.map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([keys, what]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    <kbd>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}

function useGroups(): [title: string, rows: Row[]][] {
  const { t } = useTranslation();
  const locks = useTill((state) => state.terminal?.people.requireSignIn === true);
  const isWhole = useTill((state) => state.unitsFirst === "whole");
  const { hasSearch } = useTill(shelfView);
  const goTo: Row[] = [
    ["F2", t("keys.charge")],
    ["F3", t("keys.payments")],
    ["F4", t("keys.reserved")],
    ["F5", t("keys.inbox")],
    ["F6", t("keys.reports")],
    ["/", t("keys.search")],
    [t("keys.names.esc"), t("keys.back")],
    [t("keys.names.lock"), t(locks ? "keys.lock" : "keys.signOut")],
    ["F1", t("keys.map")],
  ];
  const amount: Row[] = [
    ["0–9", t(isWhole ? "keys.digitsWhole" : "keys.digits")],
    [", .", t(isWhole ? "keys.decimalWhole" : "keys.decimal")],
    ["+", t("keys.add")],
    ["× *", t("keys.multiply")],
    [t("keys.names.backspace"), t("keys.backspace")],
    [t("keys.names.delete"), t("keys.clear")],
    [t("keys.names.undo"), t("keys.undo")],
    [t("keys.names.paste"), t("keys.paste")],
  ];
  const sale: Row[] = [
    ...(hasSearch ? [[t("keys.names.find"), t("shelf.find")] satisfies Row] : []),
    ["F7", t("keys.kind")],
    ["F8", t("keys.tip")],
    ["F10", t("keys.phone")],
    [t("keys.names.enter"), t("keys.enter")],
    ["F2", t("keys.next")],
    [t("keys.names.esc"), t("keys.cancel")],
    ["⇧ F1–F8", t("keys.openSale")],
    ["⇧ F9", t("keys.latestSale")],
    ["F9", t("keys.receipt")],
  ];
  return [
    [t("keys.goTo"), goTo],
    [t("keys.amount"), amount],
    [t("keys.sale"), sale],
  ];
}
