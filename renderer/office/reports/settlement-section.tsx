import { ChevronRight, FileSpreadsheet, FileUp, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button as AriaButton, FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type {
  SettlementDifference,
  SettlementLine,
  SettlementMatch,
  SettlementMovement,
} from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import closedStyles from "./closed.module.css";
import { type Figure, Figures } from "./figures.tsx";
import { Problem } from "./problem.tsx";
import styles from "./reports.module.css";

export function SettlementSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { match, guessed, isBusy } = useTill((state) => ({
    match: state.reports.settlement,
    guessed: state.reports.settlement && state.reports.guessedEncoding,
    isBusy: Object.keys(state.busy).some((key) => key.startsWith("settlement.")),
  }));
  useEffect(() => void actions.readSettlements(), [actions]);
  const take = async (file: File | undefined) => {
    if (file !== undefined && !isBusy) await actions.matchSettlement(file);
  };
  const choose = (
    <FileTrigger acceptedFileTypes={["text/csv", ".csv"]} onSelect={(files) => void take(files?.[0])}>
      <Button Icon={FileUp} isDisabled={isBusy}>
        {t("reports.chooseFile")}
      </Button>
    </FileTrigger>
  );
  return (
    <Section>
      <Problem headlines={{ invalid_input: t("reports.fileNotRead"), limit: t("reports.fileNotRead") }} />
      <DropArea onFile={(file) => void take(file)}>
        {match === null ? (
          <Empty Icon={FileSpreadsheet} title={t("reports.dropFile")}>
            {choose}
          </Empty>
        ) : (
          choose
        )}
      </DropArea>
      {guessed && (
        <p className={styles.quiet}>
          {t("reports.guessedEncoding", { encoding: t(`catalogue.encodings.${guessed}`) })}
        </p>
      )}
      {match && <Match match={match} />}
      <Earlier />
    </Section>
  );
}

/** An optional drop target; the button inside is always available. */
function DropArea({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      className={closedStyles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}

function Earlier() {
  const { t } = useTranslation();
  const actions = useActions();
  const { dateTime, money } = useFormat();
  const settlements = useTill(({ reports }) => reports.settlements);
  if (settlements.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("reports.earlier")}>
      <h3>{t("reports.earlier")}</h3>
      <ul className={closedStyles.closed}>
        {settlements.map(({ id, name, from, to, importedAt, net, currency, payout }) => (
          <li key={id}>
            <AriaButton className={closedStyles.fileRow} onPress={() => void actions.openSettlement(id)}>
              <strong>{name}</strong>
              <span className={styles.quiet}>
                {from === null || to === null
                  ? dateTime(importedAt)
                  : t("reports.fromTo", { from: dateTime(from), to: dateTime(to) })}
                <PayoutMark payout={payout} />
              </span>
              <span className={closedStyles.amount}>{money(net, currency)}</span>
              <ChevronRight aria-hidden size={20} />
            </AriaButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PayoutMark({ payout }: Pick<SettlementMatch, "payout">) {
  const { t } = useTranslation();
  const isUnchecked = payout !== null && payout.unsigned > 0;
  if (!isUnchecked && (payout === null || payout.stated === null || payout.stated === payout.rows)) return null;
  return (
    <span className={styles.proof} data-tone="attention">
      <TriangleAlert aria-hidden size={18} />
      {t(isUnchecked ? "reports.payoutMark.unchecked" : "reports.payoutMark.differs")}
    </span>
  );
}

function Match({ match }: { match: SettlementMatch }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const show = (amount: number) => money(amount, match.currency);
  const ofKind = (name: string, { action }: Pick<SettlementLine, "action">) =>
    `${name} · ${t(`reports.rowKinds.${action}`)}`;
  const differing = ({ kinds, line, here }: SettlementDifference) =>
    [
      t("reports.differsIn", { kinds: kinds.map((kind) => t(`reports.inWhat.${kind}`)).join(", ") }),
      t("reports.hereThere", { here: show(here.amount), there: show(line.amount) }),
      ...(kinds.includes("fee") ? [t("reports.feeHereThere", { here: show(here.fee), there: show(line.fee) })] : []),
      ...(kinds.includes("net") ? [t("reports.netOfLine", { amount: show(line.net ?? 0) })] : []),
    ].join(" · ");
  const movement = ({ action, tid, amount, fee, at, sign }: SettlementMovement): Row => [
    [
      action || t("reports.unnamed"),
      ...(tid === null ? [] : [tid]),
      ...(sign === "unknown" ? [t("reports.signUnknown")] : []),
    ].join(" · "),
    fee === 0 ? show(amount) : t("reports.amountAndFee", { amount: show(amount), fee: show(fee) }),
    at === null ? "" : dateTime(at),
  ];
  return (
    <article className={styles.report}>
      <h3>{match.name}</h3>
      {match.from !== null && match.to !== null && (
        <p className={styles.quiet}>{t("reports.fromTo", { from: dateTime(match.from), to: dateTime(match.to) })}</p>
      )}
      <MatchFigures match={match} />
      {match.different.length > 0 && (
        <Rows
          title={t("reports.different")}
          count={match.counts.different}
          rows={match.different.map((one) => [one.here.number, differing(one), dateTime(one.line.at)])}
        />
      )}
      {match.onlyInFile.length > 0 && (
        <Rows
          title={t("reports.onlyInFile")}
          count={match.counts.onlyInFile}
          rows={match.onlyInFile.map((line) => [ofKind(line.tid, line), show(line.amount), dateTime(line.at)])}
        />
      )}
      {match.onlyHere.length > 0 && (
        <Rows
          title={t("reports.onlyHere")}
          count={match.counts.onlyHere}
          rows={match.onlyHere.map((here) => [ofKind(here.number, here), show(here.amount), dateTime(here.at)])}
        />
      )}
      {match.movements.length > 0 && (
        <Rows title={t("reports.movements")} rows={match.movements.map(movement)} count={match.counts.movements} />
      )}
    </article>
  );
}

function MatchFigures({ match }: { match: SettlementMatch }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const show = (amount: number) => money(amount, match.currency);
  const excluded = match.movements.filter(({ sign }) => sign === "unknown").length;
  const notIncluded = t("reports.notIncluded", { count: excluded });
  const listed = t("reports.movementCount", { count: match.counts.movements });
  const movements: Figure = {
    label: t("reports.movements"),
    value: show(match.otherAmount),
    note: excluded > 0 ? `${listed}. ${notIncluded}` : listed,
    isOff: excluded > 0,
  };
  const netInFile = match.netInFile !== null && t("reports.netThere", { amount: show(match.netInFile) });
  const payoutFigure = ({ rows, stated, unsigned }: NonNullable<SettlementMatch["payout"]>): Figure => {
    if (unsigned > 0) {
      const note = t("reports.payoutUnsigned", { count: unsigned });
      return { label: t("reports.wholeFile"), value: show(rows), note, isOff: true };
    }
    if (stated === null) return { label: t("reports.wholeFile"), value: show(rows), note: t("reports.noPayoutStated") };
    const label = t("reports.payoutInFile");
    if (stated === rows) return { label, value: show(rows), note: t("reports.payoutEqual") };
    const sums = { rows: show(rows), difference: show(stated - rows) };
    return { label, value: show(stated), note: t("reports.payoutDiffers", sums), isOff: true };
  };
  return (
    <Figures
      items={[
        { label: t("reports.matched"), value: match.matched, note: t("reports.lines", { count: match.lines }) },
        { label: t("reports.onlyInFile"), value: match.counts.onlyInFile },
        { label: t("reports.onlyHere"), value: match.counts.onlyHere },
        {
          label: t("reports.different"),
          value: match.counts.different,
          note: match.counts.different > 0 ? t("reports.differIn", match.kinds) : undefined,
          isOff: match.counts.different > 0,
        },
        { label: t("reports.gross"), value: show(match.gross) },
        ...(match.counts.movements === 0 ? [] : [movements]),
        {
          label: t("reports.fees"),
          value: show(match.fee),
          note:
            match.feeThere !== null &&
            t("reports.feesThere", { here: show(match.feeHere), there: show(match.feeThere) }),
          isOff: match.feeThere !== null && match.feeThere !== match.feeHere,
        },
        {
          label: t("reports.payout"),
          value: show(match.net),
          note: excluded > 0 ? notIncluded : netInFile,
          isOff: excluded > 0 || (match.netInFile !== null && match.netInFile !== match.net),
        },
        ...(match.payout === null ? [] : [payoutFigure(match.payout)]),
      ]}
    />
  );
}

type Row = readonly [name: string, amount: string, at: string];

/** @param count the total; `rows` may be the first of them */
function Rows({ title, rows, count }: { title: string; rows: readonly Row[]; count: number }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption>
        {rows.length < count ? `${title} · ${t("reports.firstOf", { shown: rows.length, count })}` : title}
      </caption>
      <tbody>
        {rows.map(([name, amount, at], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{amount}</td>
            <td>{at}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
