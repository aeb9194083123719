import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, type Result } from "../../contract/calls/errors.ts";
import { defaultPresets } from "../../contract/customers/permission-presets.ts";
import type { PermissionPreset, PermissionPresets } from "../../contract/customers/permissions.ts";
import { operatorLanguageOf } from "../../contract/values/customer-language.ts";
import type { OperatorContext } from "../people/context.ts";
import { transact } from "../storage/database/database.ts";
import { settingStore } from "../storage/database/settings.ts";

export type Presets = ReturnType<typeof openPresets>;

const NAME = "permissionPresets";

/** Opens the presets: the defaults or the owner's. Changes are journalled by id. */
export function openPresets(context: Pick<OperatorContext, "clock" | "database" | "journal" | "settings" | "staff">) {
  const { clock, database, journal, settings, staff } = context;
  const store = settingStore(database);
  const all = () =>
    (store.get(NAME) as PermissionPreset[] | null) ?? defaultPresets(operatorLanguageOf(settings.locale));
  return {
    all,
    find: (id: string): PermissionPreset | null => all().find((preset) => preset.id === id) ?? null,
    commands: {
      "permission.presets.get": (): Result<PermissionPresets> => done({ items: all() }),
      "permission.presets.set"({ items }: CommandInput<"permission.presets.set">): Result<PermissionPresets> {
        transact(database, () => {
          const presets = items
            .map(({ id, scope, keepDays }) => `${id}: ${scope.join(" ")} (${keepDays} d)`)
            .join("; ");
          store.set(NAME, items);
          journal.append({ event: "settings.permissionPresets", actor: staff.actor(), data: { presets } }, clock.now());
        });
        return done({ items: all() });
      },
    },
  };
}
