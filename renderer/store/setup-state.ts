/** What the set-up wizard knows while it is open: a draft, where the person is in it, and what was found out. Pure. */

import type { CommandName } from "../../contract/commands.ts";
import type { FieldProblem, TillError } from "../../contract/errors.ts";
import {
  SETUP_TESTS,
  type SetupDraft,
  type SetupFinding,
  type SetupSecrets,
  type SetupTest,
  type SetupView,
} from "../../contract/setup.ts";
import { needsNewFolder } from "../../contract/setup-folder.ts";
import type { Language } from "../kit/i18n/index.ts";

export const SETUP_STEPS = ["service", "credentials", "till", "callbacks", "owner", "test", "done"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** One test of the last step: on its way, or what it found. A test that has not begun is not in the table. */
export type TestProgress = { state: "running" } | { state: "found"; finding: SetupFinding };

/** What only a person can say: whether a phone reads the code on this screen, and whether the sound is heard. */
export interface PersonsWord {
  qr: boolean | null;
  sound: boolean | null;
}

/** The parts of a draft that belong to its preset. */
export type PresetParts = Pick<SetupDraft, "service" | "callbacks" | "scheme" | "testbed">;

/**
 * Where the end of it stands: `sending` while main checks and keeps the settings, `restarting` until the till is back
 * with them, `finished` when it is.
 */
export type SetupEnd = "open" | "sending" | "restarting" | "finished";

export interface SetupState {
  status: "closed" | "reading" | "failed" | "open";
  view: SetupView | null;
  draft: SetupDraft | null;
  secrets: SetupSecrets | null;
  step: SetupStep;
  /** As far as the person has come: the list of steps leads back and forth up to here */
  furthest: SetupStep;
  /** Of every field that was looked at and is wrong */
  problems: FieldProblem[];
  /** The draft came from another till's configuration */
  imported: boolean;
  /** The owner's PIN, typed twice. It is in this window's memory alone, and goes to main once, at the end */
  pin: { first: string; again: string; changing: boolean };
  tests: Partial<Record<SetupTest, TestProgress>>;
  /** Whether all tests are being run, one after the other */
  testing: boolean;
  /** When all tests were last run, ms since the epoch */
  testedAt: number | null;
  /** Whether the till reads the code that it draws itself; null before it has tried */
  selfRead: boolean | null;
  word: PersonsWord;
  /** What was entered for the preset that is not chosen: it is there again when it is */
  otherPreset: PresetParts | null;
  end: SetupEnd;
  /** Why the last command did not work, where no field is to blame */
  problem: TillError | null;
  /** Which command `problem` is of, where it was one of a step: it is said beside what asked for it */
  problemOf: CommandName | null;
  /** A configuration was chosen that is none: the welcome says so */
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

/** Steps with nothing to do: the demo's service knows this till's key, and reaches it, by itself. */
export function isNeeded(step: SetupStep, draft: Pick<SetupDraft, "preset">): boolean {
  return draft.preset === "custom" || (step !== "credentials" && step !== "callbacks");
}

/** The step after one, or before it (`by` -1); itself at either end. */
export function stepBeside(step: SetupStep, by: 1 | -1, draft: Pick<SetupDraft, "preset">): SetupStep {
  const steps = SETUP_STEPS.filter((other) => other === step || isNeeded(other, draft));
  return steps[steps.indexOf(step) + by] ?? step;
}

/** What a first till is called until somebody names it. */
const FIRST_TILL: Readonly<Record<Language, { id: string; name: string }>> = {
  en: { id: "counter-1", name: "Counter 1" },
  nb: { id: "kasse-1", name: "Kasse 1" },
};

/** The draft with the first name in the language of the person who sets the till up, as long as nobody has given it another. */
export function namedIn(draft: SetupDraft, language: Language): SetupDraft {
  const isUntouched = Object.values(FIRST_TILL).some(({ id, name }) => draft.pos.id === id && draft.pos.name === name);
  return isUntouched ? { ...draft, pos: { ...draft.pos, ...FIRST_TILL[language] } } : draft;
}

/** Which of the steps there are this is: those with nothing to do are none. */
export function placeOf(step: SetupStep, draft: Pick<SetupDraft, "preset"> | null): { number: number; total: number } {
  const steps = SETUP_STEPS.filter((other) => other === step || draft === null || isNeeded(other, draft));
  return { number: steps.indexOf(step) + 1, total: steps.length };
}

/** The one that is further along. */
export function furtherOf(a: SetupStep, b: SetupStep): SetupStep {
  return SETUP_STEPS.indexOf(a) >= SETUP_STEPS.indexOf(b) ? a : b;
}

/** Which step a wrong field belongs to, by its path in the draft; `secrets.` and `pin` are the window's own. */
export function stepOfField(field: string): SetupStep {
  const [part = "", inner = ""] = field.split(/[.[]/);
  if (part === "pin") return "owner";
  if (part === "callbacks") return "callbacks";
  if (part === "scheme" || (part === "secrets" && inner !== "tls" && inner !== "testbedToken")) return "credentials";
  if (part === "secrets") return inner === "tls" ? "callbacks" : "service";
  return part === "service" || part === "preset" || part === "testbed" ? "service" : "till";
}

/** The problems of one step. */
export function problemsOf(step: SetupStep, problems: FieldProblem[]): FieldProblem[] {
  return problems.filter(({ field }) => stepOfField(field) === step);
}

/** The problems that still stand after the draft was edited: what was wrong about a changed field is not known now. */
export function problemsLeft(problems: FieldProblem[], before: SetupDraft, after: SetupDraft): FieldProblem[] {
  return problems.filter(({ field }) => at(before, field) === at(after, field));
}

/** What is at a path of a draft, comparable: `service.trustedHosts[1]` is the whole list. */
function at(draft: SetupDraft, field: string): string {
  const path = field.replace(/\[.*$/, "").split(".");
  const value = path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : inner),
    draft,
  );
  return JSON.stringify(value) ?? "";
}

/** Whether the owner's PIN is to be set: there is none yet, it is to be changed, or it is another till's. */
export function wantsPin({ view, pin, draft }: Pick<SetupState, "view" | "pin" | "draft">): boolean {
  if (view === null || draft === null) return false;
  return !view.hasOwner || pin.changing || needsNewFolder(view, draft);
}

/** Whether the draft says anything else than the settings in force. */
export function isChanged({ view, draft }: Pick<SetupState, "view" | "draft">): boolean {
  return view !== null && draft !== null && JSON.stringify(view.draft) !== JSON.stringify(draft);
}

export interface TestsSoFar {
  /** How many have found nothing yet */
  left: number;
  hasFailed: boolean;
  /** The service does not take this till for who it says it is: no payment at all is possible */
  isRefused: boolean;
}

/** How far the tests are, and what that means for finishing. */
export function testsOf(tests: SetupState["tests"]): TestsSoFar {
  const found = SETUP_TESTS.flatMap((test) => {
    const progress = tests[test];
    return progress?.state === "found" ? [progress.finding] : [];
  });
  const failed = found.filter(({ outcome }) => outcome === "failed");
  return {
    left: SETUP_TESTS.length - found.length,
    hasFailed: failed.length > 0,
    isRefused: failed.some(({ finding }) => finding.startsWith("credentials.")),
  };
}

/** The code on this screen, as a test like the others: the till must read it, and no phone may have failed to. */
export function codeState({
  selfRead,
  word,
}: Pick<SetupState, "selfRead" | "word">): "waiting" | "ok" | "warning" | "failed" {
  if (selfRead === null) return "waiting";
  if (!selfRead) return "failed";
  return word.qr === false ? "warning" : "ok";
}

/** The sound, as a test like the others: only a person can say. */
export function soundState({ word }: Pick<SetupState, "word">): "waiting" | "ok" | "warning" {
  if (word.sound === null) return "waiting";
  return word.sound ? "ok" : "warning";
}

/** What a person has to fill in for a service of their own: nothing of the demo's is of any use there. */
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

/** Changes the preset of a draft; what was entered for the other one is put aside, and comes back with it. */
export function withPreset(
  { draft, otherPreset, view }: Pick<SetupState, "draft" | "otherPreset" | "view">,
  preset: SetupDraft["preset"],
): Pick<SetupState, "draft" | "otherPreset"> {
  if (draft === null || draft.preset === preset) return { draft, otherPreset };
  const { service, callbacks, scheme, testbed } = draft;
  const inForce = view?.draft.preset === preset ? view.draft : null;
  const parts = otherPreset ?? inForce ?? OWN_SERVICE;
  return {
    draft: { ...draft, preset, ...partsOf(parts) },
    otherPreset: { service, callbacks, scheme, testbed },
  };
}

function partsOf({ service, callbacks, scheme, testbed }: PresetParts): PresetParts {
  return { service, callbacks, scheme, testbed };
}
