import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Menu, MenuItem, Popover } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { businessDayOf } from "../../../contract/accounting/reports-time.ts";
import choice from "../../kit/ui/choice.module.css";
import { DayRange } from "../../kit/ui/day-range.tsx";
import { spanOf } from "../../store/payments-asked.ts";
import type { Days } from "../../store/payments-filter.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useDaysWords } from "./days-words.ts";
import styles from "./filters.module.css";

const NAMED = ["today", "yesterday", "week", "all"] as const;

export function DaysChip() {
  const { t } = useTranslation();
  const words = useDaysWords();
  const [isOpen, setOpen] = useState(false);
  const days = useTill(({ list }) => list.filter.days);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={choice.chip} data-active={days.kind !== "today" || undefined}>
        {words}
        <ChevronDown aria-hidden size={18} />
      </AriaButton>
      <Popover className={choice.popover} placement="bottom end">
        <Dialog className={styles.days} aria-label={t("payments.days.label")}>
          <DaysDialog onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function DaysDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { days, now, terminal } = useTill((state) => ({
    days: state.list.filter.days,
    now: Math.trunc(state.now / 60_000) * 60_000,
    terminal: state.terminal,
  }));
  if (terminal === null) return null;
  const choose = (chosen: Days) => {
    actions.setFilter({ days: chosen, period: null });
    onDone();
  };
  const today = businessDayOf(now, terminal);
  return (
    <>
      <div className={styles.named}>
        <Menu
          aria-label={t("payments.days.label")}
          className={styles.names}
          selectionMode="single"
          selectedKeys={[days.kind]}
          onAction={(key) => choose({ kind: NAMED.find((kind) => kind === key) ?? "all" })}
        >
          {NAMED.map((kind) => (
            <MenuItem key={kind} id={kind} className={choice.option}>
              {t(`payments.days.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
        <p className={styles.hint}>{t("payments.days.hint")}</p>
      </div>
      <div>
        <DayRange
          label={t("payments.days.choose")}
          value={spanOf(days, now, terminal)}
          onChange={(first, last) => choose({ kind: "days", first, last })}
          latest={today}
        />
      </div>
    </>
  );
}
