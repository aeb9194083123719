import { CircleCheck, CircleSlash, Monitor, MonitorCheck, Search, SearchX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type TillLine, tillProblem } from "../../contract/head-office/head-office.ts";
import { Empty } from "../kit/ui/empty.tsx";
import { Field } from "../kit/ui/field.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { Segmented } from "../kit/ui/segmented.tsx";
import { useOffice, useOfficeActions } from "./context.ts";
import styles from "./head-office.module.css";
import { useTillWords } from "./till-words.ts";
import { chosenTills } from "./tills.ts";
import { Waiting } from "./waiting.tsx";

export function TillsSection() {
  const hasRead = useOffice((state) => state.tills !== null);
  if (!hasRead) return <Waiting />;
  return (
    <Section wide>
      <Filters />
      <List />
    </Section>
  );
}

function Filters() {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const { onlyTrouble, tillsText, problemCount } = useOffice((state) => ({
    onlyTrouble: state.onlyTrouble,
    tillsText: state.tillsText,
    problemCount: state.tills?.tills.filter((till) => tillProblem(till) !== null).length ?? 0,
  }));
  return (
    <div className={styles.filters}>
      <Field
        compact
        label={t("headOffice.tills.search")}
        Icon={Search}
        value={tillsText}
        onChange={(text) => actions.filterTills({ tillsText: text })}
        input={{ type: "search", autoComplete: "off" }}
      />
      <Segmented
        label={t("headOffice.tills.filter")}
        value={onlyTrouble ? "trouble" : "all"}
        onChange={(chosen) => actions.filterTills({ onlyTrouble: chosen === "trouble" })}
        options={[
          { value: "all", label: t("headOffice.tills.all") },
          { value: "trouble", label: `${t("headOffice.tills.trouble")} · ${problemCount}` },
        ]}
      />
    </div>
  );
}

function List() {
  const { t } = useTranslation();
  const { tills, onlyTrouble, tillsText } = useOffice(({ tills, onlyTrouble, tillsText }) => ({
    tills: tills?.tills ?? [],
    onlyTrouble,
    tillsText,
  }));
  const chosen = chosenTills(tills, onlyTrouble, tillsText);
  const former = chosen.filter(({ state }) => state !== "active").length;
  if (tills.length === 0)
    return <Empty Icon={Monitor} title={t("headOffice.today.noTills")} text={t("headOffice.today.noTillsText")} />;
  if (chosen.length === 0 && onlyTrouble && tillsText === "")
    return <Empty Icon={MonitorCheck} title={t("headOffice.tills.allWell")} text={t("headOffice.tills.allWellText")} />;
  if (chosen.length === 0)
    return <Empty Icon={SearchX} title={t("headOffice.tills.none")} text={t("headOffice.tills.noneText")} />;
  const size = t("headOffice.tillCount", { count: chosen.length - former });
  return (
    <table className={styles.list} data-testid="tills" aria-label={t("headOffice.tills.list")}>
      <caption>{former === 0 ? size : `${size} · ${t("headOffice.tills.former", { count: former })}`}</caption>
      <thead>
        <tr>
          <th scope="col">{t("headOffice.till")}</th>
          <th scope="col">{t("headOffice.tills.state")}</th>
          <th scope="col">{t("headOffice.tills.lastSeen")}</th>
          <th scope="col">{t("headOffice.tills.version")}</th>
          <th scope="col">{t("headOffice.tills.queue")}</th>
          <th scope="col">{t("headOffice.tills.behind")}</th>
        </tr>
      </thead>
      <tbody>
        {chosen.map((till) => (
          <TillRow key={till.till} till={till} />
        ))}
      </tbody>
    </table>
  );
}

/** In a narrow window, each cell shows its column's name. */
function TillRow({ till }: { till: TillLine }) {
  const { t } = useTranslation();
  const words = useTillWords();
  const why = words.why(till);
  return (
    <tr data-state={till.state}>
      <th scope="row">
        <strong>{till.till}</strong>
        <span>{till.shop}</span>
      </th>
      <td>
        <State till={till} />
        {why !== null && <p className={styles.why}>{why}</p>}
      </td>
      <td data-name={t("headOffice.tills.lastSeen")}>{words.seen(till)}</td>
      <td data-name={t("headOffice.tills.version")}>{till.version ?? "–"}</td>
      <td data-name={t("headOffice.tills.queue")}>{words.queue(till)}</td>
      <td data-name={t("headOffice.tills.behind")}>{words.behind(till)}</td>
    </tr>
  );
}

function State({ till }: { till: TillLine }) {
  const { t } = useTranslation();
  const problem = tillProblem(till);
  if (till.state !== "active") {
    return (
      <span className={styles.state}>
        <CircleSlash aria-hidden size={20} />
        {t(`headOffice.tills.${till.state}`)}
      </span>
    );
  }
  const [Icon, word] =
    problem === null
      ? ([CircleCheck, t("headOffice.tills.ok")] as const)
      : ([TriangleAlert, t(`headOffice.tills.troubles.${problem}`)] as const);
  return (
    <span className={styles.state} data-tone={problem === null ? undefined : "attention"}>
      <Icon aria-hidden size={20} />
      {word}
    </span>
  );
}
