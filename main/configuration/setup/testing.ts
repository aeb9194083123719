import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { SetupDraft, SetupFinding, SetupTest } from "../../../contract/configuration/setup.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { isOwnService } from "./available-secrets.ts";
import { tryCallback } from "./trials/callback.ts";
import { tryClock, tryCredentials } from "./trials/credentials.ts";
import { leftoversAt } from "./trials/leftovers.ts";
import { tryPayment } from "./trials/payment.ts";
import { tryPos, tryShortlink } from "./trials/registration.ts";
import { type Found, found, type Trial } from "./trials/trial.ts";
import { onlyService, type Wizard, withoutCallbacks } from "./wizard.ts";

/** The part of the draft that a test needs, and the test. */
const TESTS: Readonly<
  Record<SetupTest, [needs: (draft: SetupDraft) => SetupDraft, run: (trial: Trial) => Promise<Found>]>
> = {
  credentials: [onlyService, tryCredentials],
  clock: [onlyService, tryClock],
  pos: [withoutCallbacks, tryPos],
  shortlink: [(draft) => draft, tryShortlink],
  payment: [withoutCallbacks, tryPayment],
  callback: [(draft) => draft, tryCallback],
};

export function testCommand(wizard: Wizard) {
  const { settings, clock, staging } = wizard;
  let running: Promise<unknown> = Promise.resolve();

  const runTest = async ({ draft, test }: CommandInput<"setup.test">): Promise<Result<SetupFinding>> => {
    const startedAt = clock.monotonic();
    const finished = (what: Found) => done({ test, ...what, tookMs: Math.round(clock.monotonic() - startedAt) });
    if (draft.preset === "demo" && !settings.demo) return finished(found("skipped", "service.starts_later"));
    const [needs, run] = TESTS[test];
    const checked = await wizard.check(needs(draft));
    if (!checked.ok) return failed("invalid_input", { fields: checked.problems });
    await wizard.removeLeftovers(draft);
    const api = wizard.connect(checked.value);
    try {
      const leftovers = leftoversAt(staging, draft);
      return finished(
        await run({ ...wizard, draft, checked: checked.value, api, leftovers, running: inForce(wizard, draft) }),
      );
    } finally {
      await api.close();
    }
  };
  return {
    /** One test at a time, because two would create the same point of sale. */
    "setup.test"(input: CommandInput<"setup.test">): Promise<Result<SetupFinding>> {
      const result = running.then(() => runTest(input));
      running = result.catch(() => undefined);
      return result;
    },
  };
}

function inForce(wizard: Wizard, draft: SetupDraft): Trial["running"] {
  const { settings, database, receiver } = wizard;
  return {
    isSameMerchant: isOwnService(draft, wizard) && draft.service.merchant === settings.service.merchant,
    posId: settings.pos.id,
    settings: settingStore(database),
    receiver: receiver(),
    tlsCertificate: settings.callbacks.tlsCertificate,
  };
}
