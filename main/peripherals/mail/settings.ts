/** The active mail server: the provisioned one, unless the owner chose another one later. */

import type { CommandInput } from "../../../contract/bridge/commands.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { MailSettings } from "../../../contract/customers/mail.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

export type MailServer = MailSettings & { password: string | null };

export type MailSettingsStore = ReturnType<typeof mailSettingsStore>;

export interface MailSettingsPorts extends Pick<StorageContext, "database" | "journal" | "vault"> {
  settings: Pick<StoredSettings, "mail">;
}

const NAME = "mail";

/** The owner's choice, and the settings provisioned at that time. Later provisioning overrides the choice. */
interface StoredChoice {
  value: MailSettings | null;
  over: string;
}

export function mailSettingsStore({ database, journal, settings, vault }: MailSettingsPorts) {
  const store = settingStore(database);
  const provisioned = () => settings.mail ?? null;
  const chosen = (): StoredChoice | null => {
    const stored = store.get(NAME) as StoredChoice | null;
    const isInForce = stored !== null && (provisioned() === null || stored.over === canonicalJson(provisioned()));
    return isInForce ? stored : null;
  };
  const password = () => vault.get(chosen() === null ? "provisionedMailPassword" : "mailPassword");
  const get = () => {
    const choice = chosen();
    return choice === null ? provisioned() : choice.value;
  };
  return {
    get,
    hasPassword: (): boolean => get() !== null && password() !== null,
    server(): MailServer | null {
      const current = get();
      return current && { ...current, password: password() };
    },
    /** Saves and journals the settings. A missing password keeps the current one. */
    set(mail: CommandInput<"mail.set">["mail"], { actor, now }: { actor: string | null; now: number }) {
      const { password: newPassword, ...value } = mail ?? {};
      const previous = get();
      // A password is kept only for the same server and user.
      const isSame = mail !== null && previous?.host === mail.host && previous.user === mail.user;
      const nextPassword = newPassword ?? (isSame ? password() : null);
      vault.change({ mailPassword: mail === null ? null : nextPassword });
      const choice: StoredChoice = {
        value: mail === null ? null : (value as MailSettings),
        over: canonicalJson(provisioned()),
      };
      transact(database, () => {
        store.set(NAME, choice);
        journal.append({ event: "settings.mail", actor, data: { mail: canonicalJson(choice.value) } }, now);
      });
    },
  };
}
