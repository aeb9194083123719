import type { CommandName } from "../../contract/bridge/commands.ts";
import type { FieldProblem, TillError } from "../../contract/calls/errors.ts";
import {
  SETUP_TESTS,
  type SetupDraft,
  type SetupFinding,
  type SetupSecrets,
  type SetupTest,
  type SetupView,
} from "../../contract/configuration/setup.ts";
import { needsNewFolder } from "../../contract/configuration/setup-folder.ts";
import type { Language } from "../kit/i18n/index.ts";

export const SETUP_STEPS = ["service", "credentials", "till", "callbacks", "owner", "test", "done"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** State of a test in the last step; missing until it starts. */
export type TestProgress = { state: "running" } | { state: "found"; finding: SetupFinding };

/** Checks that only a person can do: a phone reads the code, the sound is audible. */
export interface PersonsWord {
  qr: boolean | null;
  sound: boolean | null;
}

export type PresetParts = Pick<SetupDraft, "service" | "callbacks" | "scheme" | "testbed">;

/**
 * `sending`: the main process checks and saves. `restarting`: the till restarts with the settings. `finished`: it is
 * back.
 */
export type SetupEnd = "open" | "sending" | "restarting" | "finished";

export interface SetupState {
  status: "closed" | "reading" | "failed" | "open";
  view: SetupView | null;
  draft: SetupDraft | null;
  secrets: SetupSecrets | null;
  step: SetupStep;
  /** The furthest step reached; the steps up to it are linked */
  furthest: SetupStep;
  problems: FieldProblem[];
  /** The draft was imported from another till */
  imported: boolean;
  /** The owner's PIN, typed twice. Kept in memory and sent once, at the end */
  pin: { first: string; again: string; changing: boolean };
  tests: Partial<Record<SetupTest, TestProgress>>;
  testing: boolean;
  testedAt: number | null;
  /** Whether the till can read its own code; null: not tried */
  selfRead: boolean | null;
  word: PersonsWord;
  /** Fields of the other preset, restored when it is selected again */
  otherPreset: PresetParts | null;
  end: SetupEnd;
  /** Error of the last command, unless it belongs to a field */
  problem: TillError | null;
  /** The command of `problem`, to show it next to its button */
  problemOf: CommandName | null;
  /** The imported file is not a configuration */
  importProblem: TillError | null;
}

export const SETUP_CLOSED: SetupState = {
  status: "closed",
  view: null,
  draft: null,
  secrets: null,
  step: "service",
  furthest: "service",
  problems: [],
  imported: false,
  pin: { first: "", again: "", changing: false },
  tests: {},
  testing: false,
  testedAt: null,
  selfRead: null,
  word: { qr: null, sound: null },
  otherPreset: null,
  end: "open",
  problem: null,
  problemOf: null,
  importProblem: null,
};

/** Returns false for steps without input: the demo service needs no key and no callbacks. */
export function isStepRequired(step: SetupStep, draft: Pick<SetupDraft, "preset">): boolean {
  return draft.preset === "custom" || (step !== "credentials" && step !== "callbacks");
}

/** Returns the next or (`by` -1) previous step; the step itself at either end. */
export function adjacentStep(step: SetupStep, by: 1 | -1, draft: Pick<SetupDraft, "preset">): SetupStep {
  const steps = SETUP_STEPS.filter((other) => other === step || isStepRequired(other, draft));
  return steps[steps.indexOf(step) + by] ?? step;
}

const FIRST_TILL: Readonly<Record<Language, { id: string; name: string }>> = {
  en: { id: "counter-1", name: "Counter 1" },
  nb: { id: "kasse-1", name: "Kasse 1" },
};

/** Sets the default name in the user's language until a user changes it. */
export function withDefaultName(draft: SetupDraft, language: Language): SetupDraft {
  const isUntouched = Object.values(FIRST_TILL).some(({ id, name }) => draft.pos.id === id && draft.pos.name === name);
  return isUntouched ? { ...draft, pos: { ...draft.pos, ...FIRST_TILL[language] } } : draft;
}

export function placeOf(step: SetupStep, draft: Pick<SetupDraft, "preset"> | null): { number: number; total: number } {
  const steps = SETUP_STEPS.filter((other) => other === step || draft === null || isStepRequired(other, draft));
  return { number: steps.indexOf(step) + 1, total: steps.length };
}

export function laterStep(a: SetupStep, b: SetupStep): SetupStep {
  return SETUP_STEPS.indexOf(a) >= SETUP_STEPS.indexOf(b) ? a : b;
}

/** Returns the step of an invalid field by its path; `secrets.` and `pin` belong to the window. */
export function stepOfField(field: string): SetupStep {
  const [part = "", inner = ""] = field.split(/[.[]/);
  if (part === "pin") return "owner";
  if (part === "callbacks") return "callbacks";
  if (part === "scheme" || (part === "secrets" && inner !== "tls" && inner !== "testbedToken")) return "credentials";
  if (part === "secrets") return inner === "tls" ? "callbacks" : "service";
  return part === "service" || part === "preset" || part === "testbed" ? "service" : "till";
}

export function problemsOf(step: SetupStep, problems: FieldProblem[]): FieldProblem[] {
  return problems.filter(({ field }) => stepOfField(field) === step);
}

export function problemsLeft(problems: FieldProblem[], before: SetupDraft, after: SetupDraft): FieldProblem[] {
  return problems.filter(({ field }) => comparableValue(before, field) === comparableValue(after, field));
}

/** Returns a comparable value of a path: `service.trustedHosts[1]` means the whole list. */
function comparableValue(draft: SetupDraft, field: string): string {
  const path = field.replace(/\[.*$/, "").split(".");
  const value = path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : inner),
    draft,
  );
  return JSON.stringify(value) ?? "";
}

/** True when the owner's PIN must be set: none yet, being changed, or imported. */
export function requiresOwnerPin({ view, pin, draft }: Pick<SetupState, "view" | "pin" | "draft">): boolean {
  if (view === null || draft === null) return false;
  return !view.hasOwner || pin.changing || needsNewFolder(view, draft);
}

/** True when the draft differs from the active settings. */
export function isChanged({ view, draft }: Pick<SetupState, "view" | "draft">): boolean {
  return view !== null && draft !== null && JSON.stringify(view.draft) !== JSON.stringify(draft);
}

export function testsOf(tests: SetupState["tests"]) {
  const found = SETUP_TESTS.flatMap((test) => {
    const progress = tests[test];
    return progress?.state === "found" ? [progress.finding] : [];
  });
  const failed = found.filter(({ outcome }) => outcome === "failed");
  return {
    /** Tests without a finding */
    left: SETUP_TESTS.length - found.length,
    hasFailed: failed.length > 0,
    /** The service rejects the till's credentials: payments are impossible */
    isRefused: failed.some(({ finding }) => finding.startsWith("credentials.")),
  };
}

/** The code as a test: the till must read it, and no phone may have failed. */
export function codeState({
  selfRead,
  word,
}: Pick<SetupState, "selfRead" | "word">): "waiting" | "ok" | "warning" | "failed" {
  if (selfRead === null) return "waiting";
  if (!selfRead) return "failed";
  return word.qr === false ? "warning" : "ok";
}

/** The sound as a test: only a person can judge it. */
export function soundState({ word }: Pick<SetupState, "word">): "waiting" | "ok" | "warning" {
  if (word.sound === null) return "waiting";
  return word.sound ? "ok" : "warning";
}

/** Empty fields for an own service: none of the demo's values apply. */
const OWN_SERVICE: PresetParts = {
  service: {
    baseUrl: "",
    vendor: "svc",
    merchant: "",
    user: null,
    integrator: null,
    publicKey: null,
    ca: null,
    trustedHosts: [],
  },
  callbacks: { listen: null, publicUrl: null, tls: false },
  scheme: "RSA-SHA256",
  testbed: false,
};

export function withPreset(
  { draft, otherPreset, view }: Pick<SetupState, "draft" | "otherPreset" | "view">,
  preset: SetupDraft["preset"],
): Pick<SetupState, "draft" | "otherPreset"> {
  if (draft === null || draft.preset === preset) return { draft, otherPreset };
  const { service, callbacks, scheme, testbed } = draft;
  const activeDraft = view?.draft.preset === preset ? view.draft : null;
  const parts = otherPreset ?? activeDraft ?? OWN_SERVICE;
  return {
    draft: { ...draft, preset, ...partsOf(parts) },
    otherPreset: { service, callbacks, scheme, testbed },
  };
}

function partsOf({ service, callbacks, scheme, testbed }: PresetParts): PresetParts {
  return { service, callbacks, scheme, testbed };
}
