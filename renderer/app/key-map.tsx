import { useTranslation } from "react-i18next";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./panels.module.css";

/** Everything the keyboard does. */
export function KeyMap() {
  const { t } = useTranslation();
  const actions = useActions();
  const locks = useTill((state) => state.terminal?.people.requireSignIn === true);
  const isWhole = useTill((state) => state.unitsFirst === "whole");
  const rows: [keys: string, what: string][] = [
    ["F2", t("keys.charge")],
    ["F3", t("keys.payments")],
    ["F4", t("keys.reserved")],
    ["F5", t("keys.inbox")],
    ["F6", t("keys.reports")],
    ["F7", t("keys.kind")],
    ["F8", t("keys.tip")],
    ["F10", t("keys.phone")],
    ["F9", t("keys.receipt")],
    ["/", t("keys.search")],
    [t("keys.names.esc"), t("keys.back")],
    ["F1", t("keys.map")],
    [t("keys.names.lock"), t(locks ? "keys.lock" : "keys.signOut")],
    ["0–9", t(isWhole ? "keys.digitsWhole" : "keys.digits")],
    [", .", t(isWhole ? "keys.decimalWhole" : "keys.decimal")],
    ["+", t("keys.add")],
    ["× *", t("keys.multiply")],
    [t("keys.names.backspace"), t("keys.backspace")],
    [t("keys.names.delete"), t("keys.clear")],
    [t("keys.names.undo"), t("keys.undo")],
    [t("keys.names.enter"), t("keys.enter")],
    [t("keys.names.paste"), t("keys.paste")],
  ];
  return (
    <Sheet wide title={t("keys.title")} onClose={actions.closeDialog}>
      <dl className={styles.keys}>
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>{what}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
