import { Bell, CloudUpload, HardDrive, Keyboard, type LucideIcon, SunMoon, TriangleAlert, User } from "lucide-react";
import { useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Tone } from "../kit/appearance.ts";
import { useRoleName } from "../kit/approval/role-name.ts";
import { Loaded } from "../kit/lazy-module.ts";
import { IconButton } from "../kit/ui/button.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useLastingCount } from "../kit/ui/use-lasting-count.ts";
import { PrinterChip } from "../settings/receipts/printer-chip.tsx";
import { unsentCount } from "../store/drain.ts";
import { newsCount } from "../store/select.ts";
import { useActions, useNow, useTill } from "../store/store.ts";
import styles from "./app.module.css";
import { ConnectionChip } from "./connection-chip.tsx";
import { FRAME } from "./parts.ts";

export function TopBar() {
  const { t } = useTranslation();
  const actions = useActions();
  const hasUpdate = useTill(
    ({ terminal }) =>
      terminal?.update != null && (terminal.update.state === "failed" || terminal.update.version !== null),
  );
  return (
    <header className={styles.bar}>
      <span className={styles.wordmark}>{t("app.name")}</span>
      <Shop />
      <div className={styles.chips} role="status" aria-label={t("bar.label")}>
        <NewsChip />
        <ParkedChip />
        <QueueChip />
        <PrinterChip button={styles.chipButton} chip={styles.chip} />
        {hasUpdate && (
          <Loaded from={FRAME}>
            {({ UpdateChip }) => <UpdateChip button={styles.chipButton} chip={styles.chip} />}
          </Loaded>
        )}
        <DiskChip />
        <ConnectionChip />
        <StaffChip />
      </div>
      <WallClock />
      <IconButton label={t("bar.keys")} Icon={Keyboard} onPress={() => actions.open({ kind: "keys" })} />
      <SettingsButton />
    </header>
  );
}

function Shop() {
  const { merchant, pos } = useTill((state) => ({
    merchant: state.terminal?.merchant.name ?? state.terminal?.merchant.id ?? "",
    pos: state.terminal?.pos.name ?? "",
  }));
  return (
    <p className={styles.shop}>
      <strong>{merchant}</strong>
      <span>{pos}</span>
    </p>
  );
}

/** Rendered from the start; its popover is loaded lazily. */
function SettingsButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={t("bar.settings")}
        Icon={SunMoon}
        aria-expanded={isOpen ?? false}
        onPress={() => setOpen(true)}
      />
      {isOpen !== null && (
        <Loaded from={FRAME}>
          {({ SettingsPopover }) => <SettingsPopover of={button} isOpen={isOpen} onOpenChange={setOpen} />}
        </Loaded>
      )}
    </>
  );
}

/** The number of pending notices and the button that opens them. Its size is fixed. */
export function NewsChip() {
  const { t } = useTranslation();
  const actions = useActions();
  const count = useTill(newsCount);
  if (count === 0) return null;
  return (
    <AriaButton className={styles.chipButton} data-testid="news" onPress={() => actions.open({ kind: "news" })}>
      <span className={styles.chip} data-news>
        <Bell aria-hidden size={18} />
        {t("endNews.chip", { count })}
      </span>
    </AriaButton>
  );
}

function QueueChip() {
  const { t } = useTranslation();
  const count = useLastingCount(useTill(({ terminal }) => (terminal === null ? 0 : unsentCount(terminal))));
  const isPaused = useTill(({ terminal }) => terminal?.queue.paused === true);
  if (count === 0) return null;
  return (
    <QueueButton tone={isPaused ? "attention" : "waiting"} Icon={CloudUpload}>
      {isPaused ? t("bar.paused", { count }) : t("bar.queue", { count })}
    </QueueButton>
  );
}

function ParkedChip() {
  const { t } = useTranslation();
  const count = useTill((state) => state.terminal?.parked ?? 0);
  if (count === 0) return null;
  return (
    <QueueButton tone="attention" Icon={TriangleAlert}>
      {t("bar.parked", { count })}
    </QueueButton>
  );
}

function QueueButton({ tone, Icon, children }: { tone: Tone; Icon: LucideIcon; children: string }) {
  const actions = useActions();
  const isHere = useTill((state) => state.route === "queue");
  return (
    <AriaButton
      className={styles.chipButton}
      aria-current={isHere ? "page" : undefined}
      onPress={() => actions.goTo("queue")}
    >
      <span className={styles.chip} data-tone={tone}>
        <Icon aria-hidden size={18} />
        {children}
      </span>
    </AriaButton>
  );
}

function DiskChip() {
  const { t } = useTranslation();
  const disk = useTill((state) => state.terminal?.disk ?? "ok");
  if (disk === "ok") return null;
  return (
    <span className={styles.chip} data-tone={disk === "full" ? "failed" : "attention"}>
      <HardDrive aria-hidden size={18} />
      {t(disk === "full" ? "bar.diskFull" : "bar.diskLow")}
    </span>
  );
}

function StaffChip() {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const actions = useActions();
  const { staff, opened } = useTill(({ terminal, settings }) => ({
    staff: terminal?.staff ?? null,
    opened: settings.opened,
  }));
  if (staff !== null && opened !== null) return <PresenceChip name={staff.name} />;
  if (staff === null) {
    return <IconButton label={t("staff.signIn.open")} Icon={User} onPress={() => actions.open({ kind: "signIn" })} />;
  }
  return (
    <AriaButton
      className={styles.chipButton}
      aria-label={`${t("staff.signIn.signedIn", { name: staff.name })} (${roleName(staff.role)})`}
      onPress={() => actions.open({ kind: "signIn" })}
    >
      <span className={styles.chip}>
        <User aria-hidden size={18} />
        {staff.name}
      </span>
    </AriaButton>
  );
}

function PresenceChip({ name }: { name: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <span className={styles.presence} data-testid="opened-by">
      <User aria-hidden size={18} />
      <span className={styles.roomy}>{t("staff.signIn.present", { name })}</span>
      <span className={styles.tight} aria-hidden>
        {name}
      </span>
      <AriaButton className={styles.done} onPress={() => actions.goTo("charge")}>
        {t("staff.signIn.done")}
      </AriaButton>
    </span>
  );
}

function WallClock() {
  const { clock } = useFormat();
  return <time className={styles.time}>{clock(useNow())}</time>;
}
