import React, { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SettlementMatch } from "../../../../../contract/accounting/reports.ts";
import type { CommandName } from "../../../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../../../contract/calls/errors.ts";
import { reasonFor } from "../../../../../contract/reasons/reasons.ts";
import { SettlementSection } from "../../../../../renderer/office/reports/settlement-section.tsx";
import { Uncompared } from "../../../../../renderer/office/reports/uncompared.tsx";
import type { ReportsState } from "../../../../../renderer/store/office-state.ts";
import { TillProvider } from "../../../../../renderer/store/till-provider.tsx";
import { openCounter } from "../../../../support/counter.ts";
import { startAllTexts } from "../../../../support/texts.ts";

beforeAll(() => startAllTexts("en"));
beforeEach(() => {
  const spy = vi.spyOn(React, "useSyncExternalStore").mockImplementation((_subscribe, snapshot) => snapshot());
  return () => spy.mockRestore();
});

const AT = "2026-03-02T13:00:07.000Z";

/** A file without differences and without a payout. */
const MATCH: SettlementMatch = {
  id: "m1",
  name: "payout.csv",
  importedAt: AT,
  by: null,
  fingerprint: "",
  currency: "NOK",
  from: AT,
  to: AT,
  lines: 1,
  passedOver: 0,
  others: 0,
  gross: 20_000,
  fee: 200,
  net: 19_800,
  feeHere: 200,
  feeThere: 200,
  netInFile: null,
  otherAmount: 0,
  payout: { rows: 19_800, stated: null, unsigned: 0 },
  matched: 1,
  onlyInFile: [],
  onlyHere: [],
  different: [],
  movements: [],
  counts: { onlyInFile: 0, onlyHere: 0, different: 0, movements: 0 },
  kinds: { amount: 0, fee: 0, net: 0 },
};

const UNREADABLE = failed("invalid_input", {
  fields: [
    invalidField("line 3, interchange", reasonFor("settlement_amount", { currency: "NOK" })),
    invalidField("line 4, column 5", reasonFor("settlement_columns", { wanted: 4, given: 5 })),
    invalidField("line 1", reasonFor("csv_quotes")),
  ],
});

/** A till's reports. @param finish main's response at the end of an upload */
function openReports(
  reports: Partial<ReportsState>,
  finish: Result<SettlementMatch> = done(MATCH),
  list: () => Result<unknown> | Promise<Result<unknown>> = () => done({ items: [] }),
) {
  const { store, actions, called } = openCounter({}, (name: CommandName) => {
    if (name === "settlement.begin") return done({ uploadId: "u1", pieceLength: 10_000 });
    if (name === "settlement.append") return done({});
    if (name === "settlement.finish") return finish;
    return name === "settlement.list" ? list() : undefined;
  });
  store.setState((state) => ({ reports: { ...state.reports, ...reports } }));
  return {
    store,
    actions,
    /** The text of the file that main received */
    sent: () => called.flatMap(([name, input]) => (name === "settlement.append" ? [input.text] : [])).join(""),
    /** The text of a screen, without its tags. */
    text(screen: FunctionComponent): string {
      const html = renderToStaticMarkup(
        createElement(TillProvider, { value: { store, actions } }, createElement(screen)),
      );
      return html
        .replace(/<[^>]*>/g, "|")
        .replaceAll("&quot;", '"')
        .replaceAll("\u00a0", " ");
    },
  };
}

const shown = (match: Partial<SettlementMatch>) =>
  openReports({ settlement: { ...MATCH, ...match } }).text(SettlementSection);

describe("a payout file that cannot be read", () => {
  it("is refused with each problem, its line and its column", () => {
    const text = openReports({ problem: UNREADABLE.error }).text(SettlementSection);
    expect(text).toContain("The file could not be read. Nothing was saved.");
    expect(text).not.toContain("Some of the input is not valid");
    expect(text).toContain("Fix these fields");
    expect(text).toContain("line 3, interchange: an amount in NOK, like 149.50");
    expect(text).toContain("line 4, column 5: 4 columns, as in the header (this line has 5)");
    expect(text).toContain("line 1: quotation marks in pairs");
  });

  it("lists its problems in Norwegian", async () => {
    await startAllTexts("nb");
    const screen = openReports({ problem: UNREADABLE.error });
    screen.store.setState({ language: "nb" });
    const text = screen.text(SettlementSection);
    await startAllTexts("en");
    expect(text).toContain("Filen kunne ikke leses. Ingenting ble lagret.");
    expect(text).toContain("linje 3, interchange: ");
    expect(text).toContain("linje 4, kolonne 5: ");
  });

  it("removes the previous file's result", async () => {
    const { actions, store } = openReports({ settlement: MATCH }, UNREADABLE);
    await actions.matchSettlement(new File(["not a payout file"], "bad.csv"));
    expect(store.getState().reports).toMatchObject({ settlement: null, problem: { code: "invalid_input" } });
  });
});

describe("a payout file chosen before the list with the previous one arrives", () => {
  it("stays on the screen", async () => {
    const requested = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    const { actions, store } = openReports({}, done(MATCH), () => {
      requested.resolve();
      return promise;
    });
    const first = actions.matchSettlement(new File(["first"], "first.csv"));
    await requested.promise;
    const later = { ...MATCH, name: "later.csv" };
    store.setState(({ reports }) => ({ reports: { ...reports, settlement: later } }));
    resolve(done({ items: [] }));
    await first;
    expect(store.getState().reports).toMatchObject({ settlement: later, settlements: [] });
  });
});

describe("a payout file from Windows programs", () => {
  const TEXT = "tid;timestamp;action;gross;note\r\n;;Månedsavgift;-10,00;Åse\r\n";
  it.each([
    ["Windows-1252", "nb-NO", Buffer.from(TEXT, "latin1")],
    ["UTF-8 with a byte-order mark", "nb-NO", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16LE", "pl-PL", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
  ])("is sent as text when it is in %s", async (_, locale, bytes) => {
    const { actions, store, sent } = openReports({});
    store.setState(({ terminal }) => ({ terminal: terminal && { ...terminal, locale } }));
    await actions.matchSettlement(new File([bytes], "payout.csv"));
    expect(sent()).toBe(TEXT);
  });

  it("is shown with its encoding when it states none, until another file is opened", async () => {
    const screen = openReports({});
    await screen.actions.matchSettlement(new File([Buffer.from(TEXT, "latin1")], "payout.csv"));
    const notice = "Read as Western European (Windows 1252), because the file does not state its encoding.";
    expect(screen.text(SettlementSection)).toContain(notice);
    await screen.actions.matchSettlement(new File([TEXT], "payout.csv"));
    expect(screen.text(SettlementSection)).toContain("payout.csv");
    expect(screen.text(SettlementSection)).not.toContain("its encoding");
  });

  it("is read in the code page of the till's locale", async () => {
    const { actions, store, sent } = openReports({});
    store.setState(({ terminal }) => ({ terminal: terminal && { ...terminal, locale: "pl-PL" } }));
    await actions.matchSettlement(new File([Uint8Array.of(0xa3, 0xf3, 0x64, 0x9f)], "payout.csv"));
    expect(sent()).toBe("Łódź");
  });
});

describe("a payout file with a row of unknown sign", () => {
  const rent = { line: 3, tid: null, action: "Rent", at: AT, amount: 5000, fee: 0, net: 5000 };
  const text = () =>
    shown({
      payout: { rows: 19_800, stated: null, unsigned: 1 },
      movements: [{ ...rent, sign: "unknown" }, rent],
      counts: { ...MATCH.counts, movements: 2 },
    });

  it("names the row at both figures that leave it out", () => {
    const note = "1 row is not included because its sign is unknown.";
    expect(text()).toMatch(new RegExp(`Other entries[^A-Z]*2 lines[^|]*${note}`));
    expect(text()).toMatch(new RegExp(`Expected payout[^A-Z]*${note}`));
  });

  it("does not mention moved money", () => {
    expect(text()).toContain("Payout not checked: 1 row may be money in or out. Ask the payment service");
  });
});

describe("a payout file", () => {
  it("says which row would state a payout, when none does", () => {
    expect(shown({})).toContain('The file has no payout row, such as "payout", to check it against.');
  });

  it("names the kind of each row that is only in the file or only in the till", () => {
    const line = { line: 2, tid: "t1", subId: null, at: AT, amount: 2000, fee: 0 };
    const here = {
      posTid: "A-1",
      number: "A-1",
      tid: "t2",
      id: null,
      at: AT,
      amount: 100,
      fee: 0,
      period: 1,
      atEdge: false,
    };
    const text = shown({
      onlyInFile: [
        { ...line, action: "refund" },
        { ...line, tid: "t3", action: "capture" },
      ],
      onlyHere: [{ ...here, action: "refund" }],
    });
    for (const name of ["t1 · refund", "t3 · sale", "A-1 · refund"]) expect(text).toContain(name);
  });

  it("is marked in the list when its payout differs or is not checked", () => {
    const listed = (payout: SettlementMatch["payout"]) =>
      openReports({ settlements: [{ ...MATCH, payout }] }).text(SettlementSection);
    expect(listed({ rows: 100, stated: 90, unsigned: 0 })).toContain("Payout does not match");
    expect(listed({ rows: 100, stated: null, unsigned: 1 })).toContain("Payout not checked");
    for (const payout of [null, { rows: 100, stated: 100, unsigned: 0 }, { rows: 100, stated: null, unsigned: 0 }]) {
      expect(listed(payout)).not.toMatch(/Payout (?:does not match|not checked)/);
    }
  });
});

describe("a close that is refused", () => {
  it("shows that the day was not closed, and the reason", () => {
    const { error } = failed("illegal_state", { because: reasonFor("close_disagrees", { period: 4 }) });
    const text = openReports({ problem: error }).text(Uncompared);
    expect(text).toContain("The day was not closed.");
    expect(text).toContain("the sums of period 4 do not match its bookings");
    expect(text).not.toContain("This payment");
  });
});
