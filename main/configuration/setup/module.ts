import { done, failed } from "../../../contract/calls/errors.ts";
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

export type Setup = ReturnType<typeof setupModule>;

export function setupModule(ports: WizardPorts) {
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
    } satisfies SetupCommands,
  };
}

async function stagedSecrets(staging: Staging): Promise<string[]> {
  const values = await Promise.all(STAGED_NAMES.map((name) => staging.get(name)));
  return values.filter((value) => value !== null);
}

/** Keeps the till as it is, and removes staged secrets and what tests created. */
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
