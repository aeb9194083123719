import {
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  CircleSlash,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SetupFinding, SetupTest } from "../../contract/configuration/setup.ts";
import type { Tone } from "../kit/appearance.ts";
import type { TestProgress } from "../store/setup-state.ts";
import styles from "./test-row.module.css";
import { findingText } from "./texts.ts";

/** A test's outcome, running or not started. */
export type RowState = SetupFinding["outcome"] | "running" | "waiting";

const LOOKS: Record<RowState, { tone: Tone; Icon: LucideIcon }> = {
  ok: { tone: "paid", Icon: CircleCheck },
  warning: { tone: "attention", Icon: TriangleAlert },
  failed: { tone: "failed", Icon: OctagonX },
  skipped: { tone: "closed", Icon: CircleSlash },
  running: { tone: "waiting", Icon: CircleDotDashed },
  waiting: { tone: "closed", Icon: CircleDashed },
};

export interface TestRowProps {
  test: SetupTest;
  progress: TestProgress | undefined;
  sameAs?: SetupTest | null;
  after?: ReactNode;
}

export function TestRow({ test, progress, sameAs = null, after }: TestRowProps) {
  const { t } = useTranslation();
  const finding = progress?.state === "found" ? progress.finding : null;
  const state: RowState = finding?.outcome ?? (progress === undefined ? "waiting" : "running");
  const text = finding === null ? null : findingText(finding);
  const sentence = sameAs === null ? text?.sentence : t("setup.test.sameAs", { name: t(`setup.test.names.${sameAs}`) });
  return (
    <Row
      name={t(`setup.test.names.${test}`)}
      state={state}
      testId={`test-${test}`}
      isBrief={sameAs !== null || state === "skipped"}
      after={
        <>
          {after}
          {finding && finding.tookMs > 0 && (
            <span className={styles.took}>{t("setup.test.took", { ms: finding.tookMs })}</span>
          )}
        </>
      }
    >
      {sentence ?? (state === "waiting" ? t("setup.test.notRun") : null)}
      {sameAs === null && text?.unknown && <code className={styles.unknown}>{text.unknown}</code>}
    </Row>
  );
}

export interface RowProps {
  name: string;
  state: RowState;
  /** Uses a single line: the finding repeats another or needs no action */
  isBrief?: boolean;
  children?: ReactNode;
  after?: ReactNode;
  testId: string;
}

export function Row({ name, state, isBrief = false, children, after, testId }: RowProps) {
  const { t } = useTranslation();
  const { tone, Icon } = LOOKS[state];
  return (
    <li
      className={styles.test}
      data-tone={tone}
      data-testid={testId}
      data-state={state}
      data-brief={isBrief || undefined}
    >
      <Icon aria-hidden className={styles.testShape} />
      <div className={styles.testWords}>
        <p className={styles.testName} data-testid="test-outcome">
          <strong>{name}</strong>
          {state !== "waiting" && <span>{t(`setup.test.outcome.${state}`)}</span>}
        </p>
        {children && <p>{children}</p>}
      </div>
      {after && <div className={styles.testAfter}>{after}</div>}
    </li>
  );
}
