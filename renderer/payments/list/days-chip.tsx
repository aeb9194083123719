import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Menu, MenuItem, Popover } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { businessDayOf } from "../../../contract/accounting/reports-time.ts";
import choice from "../../kit/ui/choice.module.css";
import { DayRange } from "../../kit/ui/day-range.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { spanOf } from "../../store/payments-asked.ts";
import type { Days } from "../../store/payments-filter.ts";
import { useActions, useTill } from "../../store/store.tsx";
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

/** The days in a few words: `Today`, `20 Nov`, `2 Nov – 4 Nov`, `Z 12`. */
function useDaysWords(): string {
  const { t } = useTranslation();
  const { dateTime, shortDay } = useFormat();
  const { days, period } = useTill(({ list }) => list.filter);
  if (period !== null) return t("payments.period", { number: period });
  if (days.kind === "times") return `${dateTime(days.from)} – ${dateTime(days.to)}`;
  if (days.kind !== "days") return t(`payments.days.${days.kind}`);
  const [first, last] = [shortDay(days.first), shortDay(days.last)];
  return first === last ? first : `${first} – ${last}`;
}

/** Returns the selected days with dates for the totals: `Today, 20 Nov`. */
export function usePeriodWords(): string {
  const words = useDaysWords();
  const { shortDay } = useFormat();
  const span = useTill(({ list: { filter }, now, terminal }) =>
    terminal === null || filter.period !== null || filter.days.kind === "days"
      ? null
      : spanOf(filter.days, now, terminal),
  );
  if (span === null) return words;
  const [first, last] = [shortDay(span.first), shortDay(span.last)];
  return first === last ? `${words}, ${first}` : `${words}, ${first} – ${last}`;
}
