/** User actions on the head office page: a choice, then a reload. */

import { shiftDay } from "../../contract/accounting/reports-time.ts";
import type {
  HeadOfficeQueries,
  HeadOfficeQuery,
  HeadOfficeResponses,
} from "../../contract/head-office/head-office.ts";
import { saveFile } from "../kit/browser.ts";
import { changeLanguage, LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import type { Preferences } from "../store/state.ts";
import type { HeadOfficeClient } from "./client.ts";
import type { HeadOfficeState, HeadOfficeStore, SectionId } from "./state.ts";

export type HeadOfficeActions = ReturnType<typeof headOfficeActions>;

interface HeadOfficePorts {
  store: HeadOfficeStore;
  client: HeadOfficeClient;
  savePreferences(changed: Pick<Preferences, "theme" | "language">): void;
}

type Ask = <Q extends HeadOfficeQuery>(
  question: Q,
  input: HeadOfficeQueries[Q],
  isWanted?: () => boolean,
) => Promise<HeadOfficeResponses[Q] | null>;

export function headOfficeActions({ store, client, savePreferences }: HeadOfficePorts) {
  const ask = createQuery(store, client);
  const read = sectionReaders(store, ask);
  const remember = () => savePreferences(store.getState());
  const reread = (changed: Partial<HeadOfficeState>) => {
    store.setState(changed);
    void read[store.getState().section]();
  };
  return {
    open: (section: SectionId) => reread({ section, payment: null }),
    setTheme(theme: HeadOfficeState["theme"]) {
      store.setState({ theme });
      remember();
    },
    setLanguage(language: HeadOfficeState["language"]) {
      store.setState({ language });
      changeLanguage(language);
      remember();
    },
    chooseDay: (day: string | null) => reread({ day }),
    /** Moves by this many days, at most to today. */
    stepDay(by: number) {
      // Based on the requested day: presses are faster than responses.
      const { day, presentDay } = store.getState();
      if (presentDay === null) return;
      const wanted = shiftDay(day ?? presentDay, by);
      reread({ day: wanted < presentDay ? wanted : null });
    },
    chooseCurrency: (currency: string) => store.setState({ currency }),
    filterTills: (chosen: Partial<Pick<HeadOfficeState, "onlyTrouble" | "tillsText">>) => store.setState(chosen),
    typeSearch: (typed: Partial<HeadOfficeState["find"]>) =>
      store.setState(({ find }) => ({ find: { ...find, ...typed } })),
    async search() {
      store.setState({ found: null, payment: null });
      await read.find();
    },
    async findWaiting() {
      const found = await ask("waiting", {});
      if (found !== null) {
        store.setState({ found, payment: null, section: "find", find: { text: "", day: "", shop: "" } });
      }
    },
    async openPayment(till: string, posTid: string) {
      const payment = await ask("payment", { till, posTid });
      if (payment !== null) store.setState({ payment, section: "find" });
    },
    closePayment: () => store.setState({ payment: null }),
    choosePeriod: (chosen: Partial<Pick<HeadOfficeState, "month" | "shop">>) =>
      reread({ ...chosen, reports: null, differences: null, requests: null }),
    async saveReports() {
      const { language } = store.getState();
      const file = await ask("reportsFile", { ...period(store.getState()), locale: LANGUAGE_LOCALES[language] });
      if (file !== null) saveFile(file.name, file.content, "text/csv;charset=utf-8");
    },
    refresh: () => read[store.getState().section](),
  };
}

function createQuery(store: HeadOfficeStore, client: HeadOfficeClient): Ask {
  return async (question, input, isWanted = () => true) => {
    const answer = await client.ask(question, input);
    if (answer === "lost") {
      store.setState({ connection: "lost" });
      return null;
    }
    store.setState({ connection: answer === null ? "away" : "ready", isRefused: answer?.ok === false });
    return answer?.ok && isWanted() ? answer.value : null;
  };
}

function period({ month, shop }: HeadOfficeState): HeadOfficeQueries["reports"] {
  return { month, shop: shop === "" ? null : shop };
}

function sectionReaders(store: HeadOfficeStore, ask: Ask): Record<SectionId, () => Promise<void>> {
  const tills = async () => {
    const answer = await ask("tills", {});
    if (answer !== null) store.setState({ tills: answer });
  };
  const isSamePeriod = () => {
    const { month, shop } = store.getState();
    return () => store.getState().month === month && store.getState().shop === shop;
  };
  return {
    async today() {
      const { day } = store.getState();
      const [today] = await Promise.all([ask("today", { day }, () => store.getState().day === day), tills()]);
      if (today !== null) store.setState({ today, ...(today.isPresent && { presentDay: today.day }) });
    },
    tills,
    async find() {
      const { find } = store.getState();
      const text = find.text.trim();
      if (text === "") return;
      const input = { text, day: find.day === "" ? null : find.day, shop: find.shop === "" ? null : find.shop };
      const found = await ask("find", input, () => store.getState().find === find);
      if (found !== null) store.setState({ found });
    },
    async differences() {
      const asked = period(store.getState());
      const isSame = isSamePeriod();
      const [differences, requests] = await Promise.all([
        ask("differences", asked, isSame),
        ask("requests", { shop: asked.shop }, isSame),
      ]);
      if (differences !== null) store.setState({ differences });
      if (requests !== null) store.setState({ requests });
    },
    async reports() {
      const reports = await ask("reports", period(store.getState()), isSamePeriod());
      if (reports !== null) store.setState({ reports });
    },
  };
}
