import {
  CircleCheck,
  CircleSlash,
  Clock,
  CloudDownload,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  isManualUpdate,
  isUrgentReason,
  type UpdateReason,
  type UpdateState,
  type UpdateView,
} from "../../../contract/values/updates.ts";
import type { Tone } from "../../kit/appearance.ts";
import { Button } from "../../kit/ui/button.tsx";
import { FactList } from "../../kit/ui/fact-list.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import choices from "../window-choices.module.css";
import { UpdateSettings } from "./update-settings.tsx";
import styles from "./updates.module.css";

/** Only problems have a colour. */
const LOOK: Record<UpdateState["state"], { tone?: Tone; Icon: LucideIcon }> = {
  off: { Icon: CircleSlash },
  current: { Icon: CircleCheck },
  available: { Icon: CloudDownload },
  waiting: { Icon: Clock },
  failed: { tone: "attention", Icon: TriangleAlert },
};

export function UpdatesSection() {
  const view = useTill((state) => state.diagnostics.updates);
  if (view === null) return null;
  return (
    <Section>
      <UpdateStatus view={view} />
      {view.from !== null && <Actions view={view} />}
      <Facts view={view} />
      {view.from !== null && <UpdateSettings key={JSON.stringify(view.settings)} settings={view.settings} />}
      <StartPart />
    </Section>
  );
}

function UpdateStatus({ view: { state, version, because, since, downloadPercent } }: { view: UpdateView }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const installing = useTill((store) => store.diagnostics.installing);
  // A manual installation is highlighted, because it never happens automatically.
  const { tone, Icon } = state === "available" && isManualUpdate(because) ? LOOK.failed : LOOK[state];
  return (
    <div className={styles.status} data-tone={tone} data-testid="updates" data-state={state}>
      <Icon aria-hidden size={28} />
      <div role="status">
        <p className={styles.word}>{t(`updates.state.${state}`, { version: version ?? "" })}</p>
        {installing === null ? because !== null && <Because reason={because} /> : <p>{t("updates.installing")}</p>}
        {downloadPercent !== null && <p>{t("updates.percent", { percent: downloadPercent })}</p>}
        {state === "failed" && since !== null && <p>{t("updates.since", { time: dateTime(since) })}</p>}
      </div>
    </div>
  );
}

function Because({ reason }: { reason: UpdateReason }) {
  const { t } = useTranslation();
  return (
    <p>
      {t(`updateReason.${reason}`)} {isUrgentReason(reason) && t(`updateReasonNext.${reason}`)}
    </p>
  );
}

function Actions({ view: { state, obstacles } }: { view: UpdateView }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { busy, installing } = useTill((store) => ({ busy: store.busy, installing: store.diagnostics.installing }));
  if (state === "off") return null;
  const canInstall = state === "waiting" || (state === "failed" && obstacles.length === 0);
  return (
    <div className={styles.actions}>
      <Button
        Icon={RefreshCw}
        isDisabled={busy.checkUpdates === true || installing !== null}
        onPress={() => void actions.checkUpdates()}
      >
        {t(busy.checkUpdates ? "updates.checking" : "updates.check")}
      </Button>
      {state === "waiting" && (
        <Button
          kind="primary"
          isDisabled={!canInstall || obstacles.length > 0 || installing !== null}
          onPress={() => actions.open({ kind: "installUpdate" })}
        >
          {t("updates.install")}
        </Button>
      )}
      {state === "waiting" && obstacles.length > 0 && (
        <p className={styles.obstacles}>
          {t("updates.obstacles")} {obstacles.map((reason) => t(`updateReason.${reason}`)).join(" ")}
        </p>
      )}
    </div>
  );
}

function Facts({ view: { current, checkedAt, nextCheckAt, from } }: { view: UpdateView }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const time = (at: string | null) => (at === null ? t("updates.never") : dateTime(at));
  const facts: [name: string, value: string][] = [[t("about.version"), current]];
  if (from !== null) facts.push([t("updates.from"), from], [t("updates.checked"), time(checkedAt)]);
  if (nextCheckAt !== null) facts.push([t("updates.nextCheck"), time(nextCheckAt)]);
  return <FactList facts={facts} />;
}

function StartPart() {
  const { t } = useTranslation();
  const actions = useActions();
  const autoStart = useTill((state) => state.shell.view?.autoStart ?? null);
  const isBusy = useTill((state) => state.busy.autoStart === true);
  if (autoStart === null) return null;
  const { enabled, possible, reason, optionsKept } = autoStart;
  return (
    <section className={choices.start} aria-labelledby="starting">
      <h3 id="starting">{t("startScreen.title")}</h3>
      {possible && (
        <Switch isSelected={enabled} isDisabled={isBusy} onChange={(on) => void actions.setAutoStart(on)}>
          {t("startScreen.switch")}
        </Switch>
      )}
      <p>{t(reason === null ? "startScreen.text" : `startScreen.${reason}`)}</p>
      {possible && !optionsKept && <p>{t("startScreen.options")}</p>}
    </section>
  );
}
