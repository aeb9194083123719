/** What is kept of the wizard while its page is loaded anew: the draft and the place in it, never a secret or a PIN. */
import type { SetupDraft } from "../../contract/setup.ts";
import { SETUP_STEPS, type SetupState, type SetupStep } from "../store/setup-state.ts";

const KEY = "till.setup";

export interface SavedSetup {
  draft: SetupDraft;
  step: SetupStep;
  furthest: SetupStep;
  imported: boolean;
}

/** Keeps the wizard's place for this window; null forgets it. */
export function saveSetup(saved: SavedSetup | null): void {
  try {
    if (saved === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A browser that keeps nothing: the draft lives as long as the page.
  }
}

/** What is worth keeping of the wizard; null while it is not open, or is over. */
export function savedOf({ draft, step, furthest, imported, end }: SetupState): SavedSetup | null {
  return draft === null || end === "finished" ? null : { draft, step, furthest, imported };
}

/** Whether a wizard was open in this window before it was loaded anew. */
export function hasSavedSetup(): boolean {
  return read() !== null;
}

/**
 * The wizard's place before the page was loaded anew.
 * @param model a draft of this till: what was kept is taken only when it has the same fields
 */
export function loadSetup(model: SetupDraft): SavedSetup | null {
  const saved = read();
  if (saved === null || !isLike(saved.draft, model)) return null;
  return {
    draft: saved.draft,
    step: stepOr(saved.step),
    furthest: stepOr(saved.furthest),
    imported: saved.imported === true,
  };
}

/** Nothing is finished by loading a page: from the end the way leads back to the tests. */
function stepOr(value: unknown): SetupStep {
  const step = SETUP_STEPS.find((known) => known === value) ?? "service";
  return step === "done" ? "test" : step;
}

function read(): Partial<Record<keyof SavedSetup, unknown>> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value has exactly the fields of a model, each of the same kind; null goes wherever a text or group goes. */
export function isLike<T>(value: unknown, model: T): value is T {
  if (value === null || model === null) return typeof value !== "undefined" && !isFlag(value) && !isFlag(model);
  if (Array.isArray(model)) return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (typeof model !== "object") return typeof value === typeof model;
  if (typeof value !== "object") return false;
  const names = Object.keys(model);
  if (Object.keys(value).length !== names.length) return false;
  return names.every((name) => name in value && isLike(field(value, name), field(model, name)));
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function field(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}
