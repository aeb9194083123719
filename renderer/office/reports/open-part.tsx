import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClosingBlocker, ClosingPreview, Decision } from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import closeStyles from "./close.module.css";
import { groupsOf, type OpenGroup } from "./decisions.ts";
import { Difference } from "./difference.tsx";
import styles from "./reports.module.css";

export function OpenPart({ closing: { blockers, unresolved } }: { closing: ClosingPreview }) {
  const { t } = useTranslation();
  const decisions = useTill(({ reports }) => reports.decisions);
  const groups = groupsOf(unresolved, decisions);
  if (blockers.length === 0 && groups.length === 0) return <p className={styles.quiet}>{t("reports.nothingOpen")}</p>;
  return (
    <ul className={closeStyles.differences}>
      {blockers.map((blocker) => (
        <BlockerRow key={blocker.because === "restored" ? "restored" : blocker.posTid} blocker={blocker} />
      ))}
      {groups.map((group) =>
        group.items.length === 1 ? (
          group.items.map((item) => <Difference key={item.subject} item={item} />)
        ) : (
          <Group key={group.kind} group={group} />
        ),
      )}
    </ul>
  );
}

/** One row per kind; its items are listed on demand, because there may be hundreds. */
function Group({ group }: { group: OpenGroup }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { kind, items, missing } = group;
  return (
    <li className={closeStyles.group} data-tone={missing > 0 ? "attention" : undefined} data-testid={`open-${kind}`}>
      <div className={closeStyles.groupHead}>
        <p className={closeStyles.differenceWords}>
          <strong>{t(`reports.groups.${kind}`, { count: items.length })}</strong> <Sums items={items} />
        </p>
        <div className={closeStyles.differenceChoice}>
          <Button kind="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {t(isOpen ? "reports.hideEach" : "reports.showEach")}
          </Button>
          <AllAtOnce group={group} />
        </div>
      </div>
      {isOpen && (
        <ul className={closeStyles.differences}>
          {items.map((item) => (
            <Difference key={item.subject} item={item} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Sums({ items }: Pick<OpenGroup, "items">) {
  const { money } = useFormat();
  return [...Map.groupBy(items, ({ currency }) => currency)]
    .map(([currency, own]) =>
      money(
        own.reduce((sum, { amount }) => sum + amount, 0),
        currency,
      ),
    )
    .join(" + ");
}

function AllAtOnce({ group: { kind, decisions, decided } }: { group: OpenGroup }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState("");
  const choose = (decision: Decision) => {
    setIsAsking(decision === "accept");
    actions.decideAll(kind, decision, decision === "accept" ? note : "");
  };
  const label = (decision: Decision) => t(`reports.allOf.${decision}`);
  return (
    <>
      {decided === null ? (
        decisions.map((decision) => (
          <Button key={decision} onPress={() => choose(decision)}>
            {label(decision)}
          </Button>
        ))
      ) : (
        <Segmented
          label={t(`reports.groups.${kind}`, { count: 2 })}
          value={decided}
          onChange={choose}
          options={decisions.map((value) => ({ value, label: label(value) }))}
        />
      )}
      {isAsking && decided === "accept" && (
        <Field
          label={t("reports.acceptAllNote")}
          value={note}
          onChange={(text) => {
            setNote(text);
            actions.decideAll(kind, "accept", text);
          }}
          input={{ maxLength: 200, autoComplete: "off" }}
        />
      )}
    </>
  );
}

function BlockerRow({ blocker }: { blocker: ClosingBlocker }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  if (blocker.because === "restored") {
    return (
      <li className={closeStyles.difference} data-tone="attention">
        <p>{t("reports.because.restored")}</p>
        <Button onPress={() => void actions.readClosing()}>{t("reports.refresh")}</Button>
      </li>
    );
  }
  return (
    <li className={closeStyles.difference} data-tone="attention">
      <p>
        <strong>{blocker.number}</strong> {money(blocker.amount, blocker.currency)}
        <br />
        {t(`reports.because.${blocker.because}`)}
      </p>
      <Button
        onPress={() => (blocker.because === "late_money" ? actions.openRoute("inbox") : actions.select(blocker.posTid))}
      >
        {t("reports.open")}
      </Button>
    </li>
  );
}
