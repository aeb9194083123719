import { SETUP_TESTS, type SetupTest } from "../../contract/configuration/setup.ts";
import type { ActionPorts } from "../store/ports.ts";
import { requiresOwnerPin, stepOfField } from "../store/setup-state.ts";
import type { Wizard } from "./wizard-store.ts";

export function endActions({ client, now }: ActionPorts, wizard: Wizard) {
  const runTest = async (test: SetupTest): Promise<void> => {
    const { draft, tests } = wizard.state();
    if (draft === null || tests[test]?.state === "running") return;
    const show = (progress: (typeof tests)[SetupTest]) => {
      // Results of an edited draft are discarded.
      if (wizard.state().draft === draft) wizard.change({ tests: { ...wizard.state().tests, [test]: progress } });
    };
    show({ state: "running" });
    const result = await client.call("setup.test", { draft, test });
    if (!result.ok) {
      wizard.change({ problem: result.error });
      return show(undefined);
    }
    show({ state: "found", finding: result.value });
  };
  return {
    runSetupTest: runTest,
    /** Runs the tests in sequence: each depends on the previous one. */
    async runSetupTests() {
      const { draft, testing } = wizard.state();
      if (testing) return;
      wizard.change({ tests: {}, testing: true, selfRead: null, problem: null });
      for (const test of SETUP_TESTS) {
        if (wizard.state().draft === draft && wizard.state().problem === null) await runTest(test);
      }
      // If the reader cannot be loaded, the code is not tested.
      const selfRead = await import("./self-read.ts").then(({ readsTestCard }) => readsTestCard()).catch(() => null);
      wizard.change({ testing: false, testedAt: now(), selfRead });
    },
    /** Applies the settings. The till restarts and reports the end by an event. */
    async finishSetup() {
      const { draft, pin, end } = wizard.state();
      if (draft === null || end !== "open") return;
      wizard.change({ end: "sending", step: "done", problem: null });
      const input = requiresOwnerPin(wizard.state()) ? { draft, pin: pin.first } : { draft };
      const result = await client.call("setup.finish", input);
      // The event may have arrived first.
      if (wizard.state().end === "finished") return;
      if (result.ok) return wizard.change({ end: result.value.restarting ? "restarting" : "finished" });
      const fields = result.error.details.fields ?? [];
      const first = fields[0];
      wizard.change({
        end: "open",
        problem: first ? null : result.error,
        problems: fields,
        // The data folder decides whose PIN is needed, so this window may have guessed wrong.
        pin: { ...pin, changing: pin.changing || fields.some(({ field }) => field === "pin") },
        step: first ? stepOfField(first.field) : "test",
      });
    },
  };
}
