/** The commands about the customer's screen and about the shell that shows it. */

import type { CommandName } from "../../../contract/commands.ts";
import type { CustomerLanguage } from "../../../contract/display.ts";
import { done, failed } from "../../../contract/errors.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Display } from "./display.ts";
import { type KioskPorts, kioskCommands } from "./kiosk.ts";
import type { ShellHost } from "./shell-host.ts";

export type DisplayHandlers = Pick<CommandHandlers, Extract<CommandName, `display.${string}` | `shell.${string}`>>;

const LANGUAGE = "display.language";

export interface DisplayCommandPorts
  extends Pick<KioskPorts, "terminal" | "isAsking" | "tell">,
    Pick<StorageContext, "clock" | "database" | "journal"> {
  display: Display;
  host: ShellHost;
  /** Who acts now, for the journal */
  actor(): string | null;
}

/** What was kept of the customer's language. */
export function keptLanguage(database: Database): unknown {
  return settingStore(database).get(LANGUAGE);
}

/** The `display.*` and `shell.*` handlers. */
export function displayCommands({ display, host, ...ports }: DisplayCommandPorts): DisplayHandlers {
  const { database, journal, clock, actor } = ports;
  const note = (event: string, data?: Record<string, string | boolean>) =>
    journal.append({ event, actor: actor(), data }, clock.now());
  const keepLanguage = (language: CustomerLanguage) =>
    transact(database, () => {
      settingStore(database).set(LANGUAGE, language);
      note("display.languageChanged", { language });
    });
  return {
    "display.get": () => done(display.view()),
    "display.show": ({ posTid, instead }) =>
      display.show(posTid, instead ?? null) ? done(display.view()) : failed("not_found", { posTid: posTid ?? "" }),
    "display.setLanguage": ({ language }) => {
      keepLanguage(language);
      display.refresh();
      return done(display.view());
    },
    "display.open": () => host.openDisplay(),
    "display.close": async () => {
      await host.closeDisplay();
      return done({});
    },
    "shell.get": () => done(host.view()),
    "shell.setAutoStart": ({ enabled }) => {
      const set = host.setAutoStart(enabled);
      if (set.ok) transact(database, () => note("shell.autoStartChanged", { enabled }));
      return set;
    },
    ...kioskCommands({ ...ports, host, note: (event) => transact(database, () => note(event)) }),
  };
}
