import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import layout from "../kit/ui/layout.module.css";
import styles from "./third-party.module.css";

/** A third-party work; the build writes the list. */
interface Work {
  name: string;
  version: string;
  licence: string;
  text: string;
}

export function ThirdParty() {
  const { t } = useTranslation();
  const [works, setWorks] = useState<readonly Work[] | "failed" | null>(null);
  const show = () => void readWorks().then(setWorks, () => setWorks("failed"));
  return (
    <section className={styles.works} aria-labelledby="third-party">
      <h2 id="third-party" className={styles.title}>
        {t("about.works.title")}
      </h2>
      <p className={layout.quiet}>{t("about.works.text")}</p>
      {(works === null || works === "failed") && (
        <Button Icon={ScrollText} onPress={show}>
          {t("about.works.show")}
        </Button>
      )}
      {works === "failed" && <p role="alert">{t("about.works.failed")}</p>}
      {Array.isArray(works) && (
        <ul className={styles.list} data-testid="works">
          {works.map((work) => (
            <li key={`${work.name} ${work.version}`}>
              <WorkText work={work} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WorkText({ work: { name, version, licence, text } }: { work: Work }) {
  return (
    <details className={styles.work}>
      <summary className={styles.summary}>
        <strong>{name}</strong> {version} <span className={layout.quiet}>{licence}</span>
      </summary>
      <pre className={styles.text} lang="en">
        {text}
      </pre>
    </details>
  );
}

async function readWorks(): Promise<readonly Work[]> {
  const answer = await fetch("./licences.json");
  if (!answer.ok) throw new Error(`licences.json: ${answer.status}`);
  return (await answer.json()) as Work[];
}
