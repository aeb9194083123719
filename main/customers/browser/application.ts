/**
 * The till's OAuth application (G30): registered when the owner enables sign-in through the service, and deleted when
 * disabled. Its secret is in the vault. An application of another service is ignored.
 */
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { AccountSignIn } from "../../../contract/people/staff-phones.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { OperatorContext } from "../../people/context.ts";
import { createApplication, deleteApplication } from "../../service/api/application.ts";
import { errorReason } from "../../service/error-reason.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { REDIRECT_URI } from "./loopback.ts";

const APPLICATION = "signInApplication";

interface StoredApplication {
  clientId: string;
  /** The service's address and the merchant */
  of: string;
}

export type SignInApplication = ReturnType<typeof signInApplication>;

export function signInApplication(context: OperatorContext & { onChange(): void }) {
  const { api, clock, database, journal, settings, staff, vault, onChange } = context;
  const stored = settingStore(database);
  const of = `${settings.service.baseUrl} ${settings.service.merchant}`;
  const readApplication = () => {
    const storedApplication = stored.get(APPLICATION) as StoredApplication | null;
    return storedApplication?.of === of ? storedApplication : null;
  };
  const storeApplication = (nextApplication: StoredApplication | null, actor: string | null) => {
    transact(database, () => {
      stored.set(APPLICATION, nextApplication);
      journal.append({ event: "staff.accountSignIn", actor, data: { enabled: nextApplication !== null } }, clock.now());
    });
    onChange();
  };
  const switchOn = async (): Promise<Result<AccountSignIn>> => {
    const actor = staff.actor();
    const created = await createApplication(api, {
      name: applicationName(settings.pos.id),
      redirect_uris: [REDIRECT_URI],
    });
    if (!created.ok) {
      const because = reasonFor("account_not_offered", { cause: errorReason(created.error) });
      return failed(created.error.kind === "try_again" ? "offline" : "illegal_state", { because });
    }
    vault.put("applicationSecret", created.value.client_secret);
    storeApplication({ clientId: created.value.client_id, of }, actor);
    return done({ enabled: true, because: null });
  };
  /** Disables sign-in locally even if the service fails to delete the application. */
  const switchOff = async ({ clientId }: StoredApplication): Promise<Result<AccountSignIn>> => {
    const actor = staff.actor();
    vault.change({ applicationSecret: null });
    storeApplication(null, actor);
    const answer = await deleteApplication(api, clientId);
    return done({ enabled: false, because: answer.ok ? null : notRemoved(answer.error) });
  };
  return {
    current(): { clientId: string; clientSecret: string } | null {
      const found = readApplication();
      const clientSecret = found && vault.get("applicationSecret");
      return found && clientSecret ? { clientId: found.clientId, clientSecret } : null;
    },
    async set({ enabled }: { enabled: boolean }): Promise<Result<AccountSignIn>> {
      const found = readApplication();
      if (enabled === (found !== null)) return done({ enabled, because: null });
      return found === null ? switchOn() : switchOff(found);
    },
  };
}

function applicationName(posId: string): string {
  return `Till ${posId}`.slice(0, 100);
}

/** Returns null if the service no longer has the application. */
function notRemoved(error: Parameters<typeof errorReason>[0]): Reason | null {
  if (error.kind === "refused" && error.status === 404) return null;
  return reasonFor("account_not_removed", { cause: errorReason(error) });
}
