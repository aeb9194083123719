import type { CommandInput } from "../../contract/bridge/commands.ts";
import { type FieldProblem, failed, invalidField } from "../../contract/calls/errors.ts";
import { managerPinWeakness } from "../../contract/calls/pins.ts";
import type { SetupConfiguration, SetupDraft, SetupSecrets, SetupView } from "../../contract/configuration/setup.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { DamagedPlace } from "../../contract/values/text-files.ts";
import type { Language } from "../kit/i18n/index.ts";
import { type ActionPorts, type Caller, navigateAway } from "../store/ports.ts";
import {
  adjacentStep,
  laterStep,
  type PersonsWord,
  problemsLeft,
  problemsOf,
  requiresOwnerPin,
  SETUP_CLOSED,
  type SetupState,
  type SetupStep,
  withDefaultName,
  withPreset,
} from "../store/setup-state.ts";
import { soundSample } from "../store/sound.ts";
import { endActions } from "./end-actions.ts";
import { loadSetup } from "./saved.ts";
import { createWizard, type Wizard } from "./wizard-store.ts";

type SecretInput = CommandInput<"setup.keepSecret">;

export function setupActions(ports: ActionPorts, caller: Caller) {
  const wizard = createWizard(ports, caller);
  return {
    ...openingActions(ports, wizard),
    ...stepActions(wizard),
    ...secretActions(wizard),
    ...endActions(ports, wizard),
  };
}

function openingActions(ports: ActionPorts, wizard: Wizard) {
  const { store, client } = ports;
  return {
    /** Opens the wizard. Users without the permission are asked for the owner's PIN. */
    openSetup: () => navigateAway(ports, () => store.setState({ route: "setup", notice: null, managerProblem: null })),
    readSetup: () => readSetup(ports, wizard),
    /** Leaves the wizard. A first run keeps its draft; otherwise the active settings stay. */
    leaveSetup() {
      const { terminal, setup } = store.getState();
      const waits = terminal?.setup === "first_run" && setup.end === "open";
      store.setState({
        route: "charge",
        managerProblem: null,
        setup: waits ? { ...setup, status: "closed", problem: null } : SETUP_CLOSED,
      });
    },
    /** Stays with the demo service, so that payments work immediately. */
    async dismissSetup() {
      const view = await wizard.ask("setup.dismiss", {});
      if (view === null) return;
      store.setState(({ terminal }) => ({
        route: "charge",
        terminal: terminal && { ...terminal, setup: view.state },
        setup: SETUP_CLOSED,
      }));
    },
    /**
     * Imports another till's configuration.
     * @param text of the file
     */
    async importConfiguration(text: string, damaged: DamagedPlace | null = null) {
      wizard.change({ importProblem: null });
      const configuration = damaged === null ? parsed(text) : null;
      const details = damaged === null ? {} : { because: reasonFor("file_encoding_place", damaged) };
      const importResult =
        configuration === null
          ? failed("invalid_input", details)
          : await client.call("setup.import", { configuration });
      if (!importResult.ok) return wizard.change({ importProblem: importResult.error });
      const { draft } = importResult.value;
      wizard.change({ ...SETUP_CLOSED, draft, imported: true });
      store.setState({ route: "setup", notice: null });
    },
    /** Exports the configuration without secrets; null when not allowed. */
    exportConfiguration: (): Promise<SetupConfiguration | null> => wizard.ask("setup.export", {}),
  };
}

async function readSetup({ store, client }: ActionPorts, wizard: Wizard): Promise<void> {
  if (wizard.state().status === "reading") return;
  wizard.change({ status: "reading", problem: null });
  // Preloaded for the last step; a failure does not matter yet.
  void import("./self-read.ts").then(({ loadReader }) => loadReader()).catch(() => undefined);
  const result = await client.call("setup.get", {});
  if (!result.ok) return wizard.change({ status: "failed", problem: result.error });
  const view = result.value;
  const { draft, imported } = wizard.state();
  // A draft survives leaving the wizard and a reload.
  const place = draft === null ? loadSetup(view.draft) : null;
  wizard.change({
    status: "open",
    view,
    secrets: view.secrets,
    ...(draft === null && place === null
      ? initialWizardState(view, store.getState().language)
      : { draft: draft ?? place?.draft ?? view.draft }),
    imported: imported || place?.imported === true,
    ...(place && { step: place.step, furthest: place.furthest }),
  });
}

/** A new till starts with a real service: the demo needs no setup. */
function initialWizardState(view: SetupView, language: Language): Pick<SetupState, "draft" | "otherPreset"> {
  const asItIs = { draft: view.draft, otherPreset: null };
  if (view.state !== "first_run") return asItIs;
  return withPreset({ draft: withDefaultName(view.draft, language), otherPreset: null, view }, "custom");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function stepActions(wizard: Wizard) {
  const goTo = (step: SetupStep) =>
    wizard.change({ step, furthest: laterStep(wizard.state().furthest, step), problem: null });
  return {
    editSetup(edit: (draft: SetupDraft) => SetupDraft) {
      const { draft, problems } = wizard.state();
      if (draft === null) return;
      const edited = edit(draft);
      // Test results belong to the previous draft.
      wizard.change({ draft: edited, problems: problemsLeft(problems, draft, edited), tests: {} });
    },
    choosePreset(preset: SetupDraft["preset"]) {
      wizard.change({ ...withPreset(wizard.state(), preset), problems: [], tests: {} });
    },
    setSetupPin(pin: Partial<SetupState["pin"]>) {
      const { problems, pin: before } = wizard.state();
      wizard.change({ pin: { ...before, ...pin }, problems: problems.filter(({ field }) => !field.startsWith("pin")) });
    },
    /**
     * Continues if the step is valid.
     * @returns whether it did
     */
    async nextSetupStep(): Promise<boolean> {
      const { step, draft } = wizard.state();
      if (draft === null) return false;
      const checked = await wizard.ask("setup.check", { draft });
      if (checked === null) return false;
      const problems = step === "owner" ? pinProblems(wizard.state()) : problemsOf(step, checked.problems);
      wizard.change({ problems });
      if (problems.length > 0) return false;
      goTo(adjacentStep(step, 1, draft));
      return true;
    },
    previousSetupStep() {
      const { step, draft } = wizard.state();
      if (draft !== null) goTo(adjacentStep(step, -1, draft));
    },
    /** Opens a step that was reached before. */
    goToSetupStep: goTo,
  };
}

function secretActions(wizard: Wizard) {
  const take = (secrets: SetupSecrets | null, about: string): boolean => {
    if (secrets === null) return false;
    const problems = wizard.state().problems.filter(({ field }) => field !== `secrets.${about}`);
    wizard.change({ secrets, problems, tests: {} });
    return true;
  };
  return {
    makeKey: async () => take(await wizard.ask("setup.makeKey", {}), "key"),
    /**
     * Sends a private key to the main process and does not keep it.
     * @param pem the file's text
     */
    importKey: async (pem: string) => take(await wizard.ask("setup.importKey", { pem }), "key"),
    /**
     * Sends a secret, the testbed token or the TLS files.
     * @returns true when stored
     */
    keepSecret: async (input: SecretInput) => take(await wizard.ask("setup.keepSecret", input), input.kind),
    setPersonsWord(word: Partial<PersonsWord>) {
      wizard.change({ word: { ...wizard.state().word, ...word } });
    },
    playSoundSample: () => soundSample(),
  };
}

/** Returns the problems of the owner's PIN, which the main process sees only at the end. */
export function pinProblems(state: Pick<SetupState, "view" | "pin" | "draft">): FieldProblem[] {
  const { first, again } = state.pin;
  if (!requiresOwnerPin(state)) return [];
  const weak = managerPinWeakness(first);
  if (weak !== null) return [invalidField("pin", weak)];
  return first === again ? [] : [invalidField("pin.again", reasonFor("pin_same"))];
}
