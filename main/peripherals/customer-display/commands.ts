import type { CommandName } from "../../../contract/bridge/commands.ts";
import { done, failed, notAllowed } from "../../../contract/calls/errors.ts";
import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { Display } from "./display.ts";
import { type KioskPorts, kioskCommands } from "./kiosk.ts";
import type { CustomerLanguages } from "./languages.ts";
import type { ShellHost } from "./shell-host.ts";

export type DisplayHandlers = Pick<CommandHandlers, Extract<CommandName, `display.${string}` | `shell.${string}`>>;

export interface DisplayCommandPorts
  extends Pick<KioskPorts, "terminal" | "isAsking" | "endSession" | "publish">,
    Pick<StorageContext, "clock" | "database" | "journal"> {
  display: Display;
  languages: CustomerLanguages;
  host: ShellHost;
  isThere(posTid: string): boolean;
  actor(): string | null;
}

export function displayCommands({ display, languages, host, ...ports }: DisplayCommandPorts): DisplayHandlers {
  const { database, journal, clock, actor, isThere } = ports;
  const note = (entry: JournalEntry<EventOf<"shell" | "display">>) =>
    journal.append({ ...entry, actor: actor() }, clock.now());
  return {
    "display.get": () => done(display.view()),
    "display.show"({ posTid, instead }, seen) {
      if (posTid !== null && seen.isLocked() && !seen.canSeePayment(posTid)) return notAllowed("cashier");
      return display.show(posTid, instead ?? null)
        ? done(display.view())
        : failed("not_found", { posTid: posTid ?? "" });
    },
    "display.typing": ({ typing }) => {
      display.typing.setTyping(typing, actor());
      return done({});
    },
    "display.setLanguage": ({ language, posTid }) => {
      if (posTid !== null && !isThere(posTid)) return failed("not_found", { posTid });
      languages.choose(posTid, language);
      display.refresh();
      return done(display.view());
    },
    "display.setUsualLanguage": ({ language }) => {
      transact(database, () => {
        languages.saveUsual(language);
        note({ event: "display.languageChanged", data: { language } });
      });
      display.refresh();
      return done(display.view());
    },
    ...tipCommands(display),
    "display.answer": ({ screenId, answer }) =>
      display.messages.answer(screenId, answer)
        ? done(display.view())
        : failed("illegal_state", { because: reasonFor("screen_not_asked") }),
    "display.open": () => host.openDisplay(),
    "display.close": async () => {
      await host.closeDisplay();
      return done({});
    },
    "shell.get": () => done(host.view()),
    "shell.setAutoStart": ({ enabled }) => {
      const set = host.setAutoStart(enabled);
      if (set.ok) transact(database, () => note({ event: "shell.autoStartChanged", data: { enabled } }));
      return set;
    },
    ...kioskCommands({ ...ports, host, note: (event) => transact(database, () => note({ event })) }),
  };
}

function tipCommands({ tip, view }: Display) {
  return {
    "display.offerTip": (offer) => {
      tip.offer(offer);
      return done(view());
    },
    "display.withdrawTip": () => {
      tip.withdraw();
      return done(view());
    },
    "display.chooseTip": ({ amount, of }) =>
      tip.choose(amount, of) ? done(view()) : failed("illegal_state", { because: reasonFor("tip_not_asked") }),
  } satisfies Partial<DisplayHandlers>;
}
