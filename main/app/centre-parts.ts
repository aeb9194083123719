/** The settings that head office can change, each by the owner's own command. */
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { Role } from "../../contract/values/roles.ts";
import type { CommandHandlers } from "../bridge/dispatch.ts";
import type { CentreParts } from "../configuration/centre/active-settings.ts";
import type { CustomerLanguages } from "../peripherals/customer-display/languages.ts";
import { transact } from "../storage/database/database.ts";
import type { TillContext } from "./context.ts";

type Used =
  | `staff.${"setPolicy" | "setRole"}`
  | `reservation.${"rule" | "setRule"}`
  | `catalogue.${"get" | "set"}`
  | "display.setUsualLanguage"
  | "receipt.settings.set"
  | `updates.${"get" | "set"}`;

export interface CentrePartsPorts {
  commands: Pick<CommandHandlers, Used>;
  languages: Pick<CustomerLanguages, "usual">;
}

export function centreParts(context: TillContext, { commands, languages }: CentrePartsPorts): CentreParts {
  const { database, receiptSettings, staff } = context;
  const call = async <N extends Used>(name: N, input: CommandInput<N>): Promise<CommandValues[N]> => {
    const handler = commands[name] as (input: CommandInput<N>) => Promise<Result<CommandValues[N]>>;
    const result = await handler(input);
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.details.reason ?? result.error.message}`);
    return result.value;
  };
  const now = <N extends CommandName>(result: Result<CommandValues[N]> | Promise<Result<CommandValues[N]>>) => {
    if (result instanceof Promise || !result.ok) throw new Error("the command must succeed synchronously");
    return result.value;
  };
  const put = (part: "shop" | "receipt") => ({
    get: () => receiptSettings.get()[part] as never,
    set: async (value: object) => void (await call("receipt.settings.set", { [part]: value })),
  });
  return {
    staff: {
      get: () => ({ requireSignIn: staff.policy().requireSignIn, idleLockMinutes: staff.policy().idleLockMinutes }),
      set: async (rules) => void (await call("staff.setPolicy", rules)),
    },
    roles: {
      get: () => staff.roles.get().filter(({ id }) => id !== "owner"),
      async set(roles) {
        for (const role of roles) await putRole(role);
      },
    },
    reservations: {
      get: () => now<"reservation.rule">(commands["reservation.rule"]({})),
      set: async (rule) => void (await call("reservation.setRule", rule)),
    },
    catalogue: {
      get: () => withoutVersion(now<"catalogue.get">(commands["catalogue.get"]({}))),
      set: async (content) => void (await call("catalogue.set", content as CommandInput<"catalogue.set">)),
    },
    language: {
      get: languages.usual,
      set: async (language) => void (await call("display.setUsualLanguage", { language })),
    },
    shop: put("shop"),
    receipt: put("receipt"),
    updates: {
      get: () => now<"updates.get">(commands["updates.get"]({})).settings,
      set: async (settings) => void (await call("updates.set", settings)),
    },
  };

  /** Creates the shop's own role under head office's id. */
  async function putRole({ rights, ...role }: Role): Promise<void> {
    const isThere = staff.roles.get().some(({ id }) => id === role.id);
    if (!isThere) transact(database, () => staff.roles.put({ ...role, rights }));
    await call("staff.setRole", { ...role, rights: [...rights] });
  }
}

function withoutVersion({ version: _version, ...content }: CommandValues["catalogue.get"]) {
  return content;
}
