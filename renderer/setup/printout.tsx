import { useTranslation } from "react-i18next";
import { SETUP_TESTS } from "../../contract/setup.ts";
import { LANGUAGE_LOCALES } from "../i18n/index.ts";
import { codeState, environmentOf, soundState } from "../store/setup-state.ts";
import { useTill } from "../store/store.ts";
import { findingText } from "./finding-text.ts";
import styles from "./printout.module.css";

/** The tests' result on paper: which till, when, and what each test found. Nothing of it is seen on the screen. */
export function Printout() {
  const { t } = useTranslation();
  const { setup, version, language, timeZone } = useTill((state) => ({
    setup: state.setup,
    version: state.terminal?.version ?? "",
    language: state.language,
    timeZone: state.terminal?.timeZone ?? "UTC",
  }));
  const { draft, tests } = setup;
  if (draft === null || setup.testedAt === null) return null;
  const at = new Intl.DateTimeFormat(LANGUAGE_LOCALES[language], { dateStyle: "long", timeStyle: "short", timeZone });
  const environment = environmentOf(draft);
  const facts: [name: string, value: string][] = [
    [t("setup.printout.till"), `${draft.pos.name} (${draft.pos.id})`],
    [t("setup.printout.shop"), draft.service.merchant],
    [t("setup.printout.service"), draft.service.baseUrl],
    [t("setup.printout.money"), t(`environment.${environment}`)],
    [t("setup.printout.at"), at.format(setup.testedAt)],
  ];
  const rows = SETUP_TESTS.flatMap((test) => {
    const progress = tests[test];
    if (progress?.state !== "found") return [];
    const { outcome } = progress.finding;
    return [{ test: t(`setup.test.names.${test}`), outcome, sentence: findingText(progress.finding).sentence }];
  });
  const code = codeState(setup);
  const sound = soundState(setup);
  const codeSentence = setup.word.qr === null ? "" : t(setup.word.qr ? "setup.test.qrYes" : "setup.test.qrNo");
  if (code !== "waiting") rows.push({ test: t("setup.test.names.qr"), outcome: code, sentence: codeSentence });
  if (sound !== "waiting")
    rows.push({
      test: t("setup.test.names.sound"),
      outcome: sound,
      sentence: t(sound === "ok" ? "setup.test.soundYes" : "setup.test.soundNo"),
    });
  return (
    <article className={styles.paper} aria-hidden data-testid="printout">
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
