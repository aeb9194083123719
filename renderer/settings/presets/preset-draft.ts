import type { PermissionPreset, Scope } from "../../../contract/customers/permissions.ts";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../../contract/values/customer-language.ts";

export interface PresetDraft {
  name: string;
  purpose: string;
  scope: Scope[];
  keepDays: number;
  termsUrl: string;
  /** Empty: the main language's text is used */
  texts: Record<CustomerLanguage, string>;
}

export function draftOf(preset: PermissionPreset | null): PresetDraft {
  const { name = "", purpose = "", scope = [], keepDays = 0, termsUrl = "" } = preset ?? {};
  const texts = Object.fromEntries(CUSTOMER_LANGUAGES.map((each) => [each, preset?.texts[each] ?? ""]));
  return { name, purpose, scope: [...scope], keepDays, termsUrl, texts: texts as PresetDraft["texts"] };
}

export function hasAllFields({ name, purpose, texts }: PresetDraft, main: CustomerLanguage): boolean {
  return name.trim() !== "" && purpose.trim() !== "" && texts[main].trim() !== "";
}

/**
 * Converts the draft.
 * @param id of the changed preset; null: a new one
 * @param taken ids of other presets
 */
export function presetOf(
  draft: PresetDraft,
  { id, main, taken }: { id: string | null; main: CustomerLanguage; taken: readonly string[] },
): PermissionPreset {
  const name = draft.name.trim();
  const own = draft.texts[main].trim();
  const texts = Object.fromEntries(
    Object.entries(draft.texts).map(([language, text]) => [language, text.trim() === "" ? own : text.trim()]),
  );
  const { termsUrl, ...rest } = draft;
  return {
    ...rest,
    ...(termsUrl.trim() !== "" && { termsUrl: termsUrl.trim() }),
    id: id ?? freeId(name, taken),
    name,
    purpose: draft.purpose.trim(),
    texts: texts as PresetDraft["texts"],
  };
}

function freeId(name: string, taken: readonly string[]): string {
  const plain = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 36);
  const base = plain === "" ? "question" : plain;
  let id = base;
  for (let count = 2; taken.includes(id); count++) id = `${base}-${count}`;
  return id;
}
