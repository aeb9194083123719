import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { SETUP_TESTS, type SetupFinding } from "../../contract/configuration/setup.ts";
import { environmentOfDraft } from "../../contract/configuration/setup-folder.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { codeState, type SetupState, soundState } from "../store/setup-state.ts";
import { useTill } from "../store/store.ts";
import styles from "./printout.module.css";
import { findingText } from "./texts.ts";

export function Printout() {
  const { t } = useTranslation();
  const { setup, version, language, timeZone } = useTill((state) => ({
    setup: state.setup,
    version: state.terminal?.version ?? "",
    language: state.language,
    timeZone: state.terminal?.timeZone ?? "UTC",
  }));
  const { draft } = setup;
  if (draft === null || setup.testedAt === null) return null;
  const at = new Intl.DateTimeFormat(LANGUAGE_LOCALES[language], { dateStyle: "long", timeStyle: "short", timeZone });
  const environment = environmentOfDraft(draft);
  const facts: [name: string, value: string][] = [
    [t("setup.printout.till"), `${draft.pos.name} (${draft.pos.id})`],
    [t("setup.printout.shop"), draft.service.merchant],
    [t("setup.printout.service"), draft.service.baseUrl],
    [t("setup.printout.money"), t(`environment.${environment}`)],
    [t("setup.printout.at"), at.format(setup.testedAt)],
  ];
  const rows = printedRows(setup, t);
  return (
    <article className={styles.paper} aria-hidden data-print="whole" data-testid="printout">
      {environment !== "live" && <p className={styles.environment}>{t(`environment.${environment}`)}</p>}
      <h1>{t("setup.printout.title")}</h1>
      <dl>
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <table>
        <tbody>
          {rows.map(({ test, outcome, sentence }) => (
            <tr key={test}>
              <th scope="row">{test}</th>
              <td>
                <strong>{t(`setup.test.outcome.${outcome}`)}</strong>
                {sentence && <span>{sentence}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>{t("setup.printout.version", { version })}</footer>
    </article>
  );
}

interface PrintedRow {
  test: string;
  outcome: SetupFinding["outcome"] | "waiting" | "unanswered";
  sentence: string;
}

function printedRows(setup: SetupState, t: TFunction): PrintedRow[] {
  const tests = SETUP_TESTS.map((test): PrintedRow => {
    const progress = setup.tests[test];
    const name = t(`setup.test.names.${test}`);
    if (progress?.state !== "found") return { test: name, outcome: "waiting", sentence: t("setup.test.notRun") };
    return { test: name, outcome: progress.finding.outcome, sentence: findingText(progress.finding).sentence };
  });
  return [...tests, codeRow(setup, t), soundRow(setup, t)];
}

function codeRow(setup: SetupState, t: TFunction): PrintedRow {
  const test = t("setup.test.names.qr");
  const state = codeState(setup);
  if (state === "waiting") return { test, outcome: "waiting", sentence: t("setup.test.notRun") };
  if (state === "failed") return { test, outcome: "failed", sentence: t("setup.test.qrFailed") };
  const { qr } = setup.word;
  if (qr === null) return { test, outcome: "unanswered", sentence: t("setup.test.qrNotAnswered") };
  return { test, outcome: state, sentence: t(qr ? "setup.test.qrYes" : "setup.test.qrNo") };
}

function soundRow(setup: SetupState, t: TFunction): PrintedRow {
  const test = t("setup.test.names.sound");
  const state = soundState(setup);
  if (state === "waiting") return { test, outcome: "unanswered", sentence: t("setup.test.soundNotAnswered") };
  return { test, outcome: state, sentence: t(state === "ok" ? "setup.test.soundYes" : "setup.test.soundNo") };
}
