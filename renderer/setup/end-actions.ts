/** The wizard's last actions: the tests, one after the other, and putting the settings in force. */
import { SETUP_TESTS, type SetupTest } from "../../contract/setup.ts";
import type { ActionPorts } from "../store/ports.ts";
import { stepOfField, wantsPin } from "../store/setup-state.ts";
import type { Wizard } from "./wizard-store.ts";

export function endActions({ client, now }: ActionPorts, wizard: Wizard) {
  const runTest = async (test: SetupTest): Promise<void> => {
    const { draft, tests } = wizard.state();
    if (draft === null || tests[test]?.state === "running") return;
    const show = (progress: (typeof tests)[SetupTest]) => {
      // A draft that was edited meanwhile is another draft: what was found is not about it.
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
    /** Runs every test, one after the other: each needs what the one before has shown. */
    async runSetupTests() {
      const { draft, testing } = wizard.state();
      if (testing) return;
      wizard.change({ tests: {}, testing: true, selfRead: null, problem: null });
      for (const test of SETUP_TESTS) {
        if (wizard.state().draft === draft && wizard.state().problem === null) await runTest(test);
      }
      // A reader that cannot be loaded, by a window older than its till, says nothing about the code.
      const selfRead = await import("./self-read.ts").then(({ readsTestCard }) => readsTestCard()).catch(() => null);
      wizard.change({ testing: false, testedAt: now(), selfRead });
    },
    /** Puts the settings in force. The till starts again with them, and says so by an event. */
    async finishSetup() {
      const { draft, pin, end } = wizard.state();
      if (draft === null || end !== "open") return;
      wizard.change({ end: "sending", step: "done", problem: null });
      const input = wantsPin(wizard.state()) ? { draft, pin: pin.first } : { draft };
      const result = await client.call("setup.finish", input);
      // The event may have overtaken the answer.
      if (wizard.state().end === "finished") return;
      if (result.ok) return wizard.change({ end: result.value.restarting ? "restarting" : "finished" });
      const fields = result.error.details.fields ?? [];
      const first = fields[0];
      wizard.change({
        end: "open",
        problem: first ? null : result.error,
        problems: fields,
        // Whose PIN it is depends on where the till keeps its data: main knows, and this window may have guessed wrong.
        pin: { ...pin, changing: pin.changing || fields.some(({ field }) => field === "pin") },
        step: first ? stepOfField(first.field) : "test",
      });
    },
  };
}
