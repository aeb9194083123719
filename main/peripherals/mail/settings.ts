/** The mail server as it is in force: what was provisioned, unless the owner chose otherwise since. */
import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { CommandInput } from "../../../contract/commands.ts";
import type { MailSettings } from "../../../contract/mail.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

/** A server with what it knows the till by. For main alone. */
export interface MailServer extends MailSettings {
  password: string | null;
}

export interface MailSettingsStore {
  /** null: nothing is sent */
  get(): MailSettings | null;
  hasPassword(): boolean;
  server(): MailServer | null;
  /** Puts it in force, with a line in the journal; a password that is left out stays. */
  set(mail: CommandInput<"mail.set">["mail"], who: { actor: string | null; now: number }): void;
}

export interface MailSettingsPorts extends Pick<StorageContext, "database" | "journal" | "vault"> {
  settings: Pick<KeptSettings, "mail">;
}

const NAME = "mail";

/** A choice at the till, with what was provisioned when it was made: other provisioning since then is newer. */
interface Kept {
  value: MailSettings | null;
  over: string;
}

/** Makes the store over one database and vault. */
export function mailSettingsStore({ database, journal, settings, vault }: MailSettingsPorts): MailSettingsStore {
  const store = settingStore(database);
  const provisioned = () => settings.mail ?? null;
  const chosen = (): Kept | null => {
    const kept = store.get(NAME) as Kept | null;
    const isInForce = kept !== null && (provisioned() === null || kept.over === canonicalJson(provisioned()));
    return isInForce ? kept : null;
  };
  const password = () => vault.get(chosen() === null ? "provisionedMailPassword" : "mailPassword");
  const get = () => {
    const choice = chosen();
    return choice === null ? provisioned() : choice.value;
  };
  return {
    get,
    hasPassword: () => get() !== null && password() !== null,
    server() {
      const kept = get();
      return kept && { ...kept, password: password() };
    },
    set(mail, { actor, now }) {
      const { password: given, ...value } = mail ?? {};
      const before = get();
      // A password is for the server that it was given for.
      const isSame = mail !== null && before?.host === mail.host && before.user === mail.user;
      const kept = given ?? (isSame ? password() : null);
      vault.change({ mailPassword: mail === null ? null : kept });
      const choice: Kept = {
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
