/** The set-up wizard's commands. */
import { done, failed } from "../../../contract/errors.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import { transact } from "../../storage/database/database.ts";
import { exportConfiguration, importConfiguration } from "./configuration.ts";
import { finishCommand } from "./finish.ts";
import { markAsSetUp } from "./first-run.ts";
import { secretCommands } from "./secrets.ts";
import { STAGED_NAMES, type Staging } from "./staging.ts";
import { testCommand } from "./testing.ts";
import { createWizard, type Wizard, type WizardPorts } from "./wizard.ts";

export type SetupCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `setup.${string}`>>;

/** The wizard's part of a till. */
export interface Setup {
  commands: SetupCommands;
  /** Everything secret that is staged */
  staged(): Promise<string[]>;
  /** Closes what is staged; it is there again at the next start. */
  close(): Promise<void>;
}

/** Makes the commands that look at, test and change what this till is. */
export function setupModule(ports: WizardPorts): Setup {
  const wizard = createWizard(ports);
  return {
    staged: () => stagedSecrets(wizard.staging),
    close: () => wizard.staging.close(),
    commands: {
      "setup.get": async () => done(await wizard.view()),
      "setup.dismiss": async () => {
        await dismiss(wizard);
        return done(await wizard.view());
      },
      ...secretCommands(wizard),
      ...testCommand(wizard),
      ...finishCommand(wizard),
      async "setup.check"({ draft }) {
        const checked = await wizard.check(draft);
        return done({ problems: checked.ok ? [] : checked.problems });
      },
      "setup.import"({ configuration }) {
        const read = importConfiguration(configuration);
        return read.ok ? done({ draft: read.draft }) : failed("invalid_input", { fields: read.problems });
      },
      "setup.export": () => done(exportConfiguration(wizard.current(), wizard.shared(), ports.clock.now())),
    },
  };
}

async function stagedSecrets(staging: Staging): Promise<string[]> {
  const values = await Promise.all(STAGED_NAMES.map((name) => staging.get(name)));
  return values.filter((value) => value !== null);
}

/** The till stays what it is. What was given to the wizard is wiped, what its tests made is taken back. */
async function dismiss(wizard: Wizard): Promise<void> {
  const { database, journal, clock, staff } = wizard;
  await wizard.removeLeftovers(null);
  wizard.staging.clear();
  transact(database, () => {
    markAsSetUp(database);
    journal.append({ event: "setup.dismissed", actor: staff.actor() }, clock.now());
  });
  wizard.onChange();
}
