/** Wizard data that survives a reload: draft and step, never a secret or PIN. */
import type { SetupDraft } from "../../contract/configuration/setup.ts";
import { SETUP_STEPS, type SetupState, type SetupStep } from "../store/setup-state.ts";

const KEY = "till.setup";

export interface SavedSetup {
  draft: SetupDraft;
  step: SetupStep;
  furthest: SetupStep;
  imported: boolean;
}

export function saveSetup(saved: SavedSetup | null): void {
  try {
    if (saved === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // No storage: the draft lasts as long as the page.
  }
}

export function savedOf({ draft, step, furthest, imported, end }: SetupState): SavedSetup | null {
  return draft === null || end === "finished" ? null : { draft, step, furthest, imported };
}

export function hasSavedSetup(): boolean {
  return read() !== null;
}

/**
 * Restores the wizard's state.
 * @param model a draft of this till; a saved one with other fields is dropped
 */
export function loadSetup(model: SetupDraft): SavedSetup | null {
  const saved = read();
  if (saved === null || !hasShapeOf(saved.draft, model)) return null;
  return {
    draft: saved.draft,
    step: stepOr(saved.step),
    furthest: stepOr(saved.furthest),
    imported: saved.imported === true,
  };
}

/** A reload does not finish the setup: the end returns to the tests. */
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

/** True when a value has exactly the fields and types of a model; null may replace texts and groups. */
export function hasShapeOf<T>(value: unknown, model: T): value is T {
  if (value === null || model === null) return typeof value !== "undefined" && !isFlag(value) && !isFlag(model);
  if (Array.isArray(model)) return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (typeof model !== "object") return typeof value === typeof model;
  if (typeof value !== "object") return false;
  const names = Object.keys(model);
  if (Object.keys(value).length !== names.length) return false;
  return names.every((name) => name in value && hasShapeOf(field(value, name), field(model, name)));
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function field(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}
