/** A configuration that is carried from one till to the next: everything but what is secret. Pure. */
import { z } from "zod";
import type { FieldProblem } from "../../contract/errors.ts";
import { MAX_POS_LENGTH } from "../../contract/identifiers.ts";
import type { SetupConfiguration, SetupDraft } from "../../contract/setup.ts";
import { setupDraft } from "../../contract/setup-inputs.ts";
import { fieldProblems } from "../bridge/fields.ts";

const FORMAT = "till-configuration";
const VERSION = 1;

const configuration = z.strictObject({
  format: z.literal(FORMAT, "a configuration that a till exported"),
  version: z.literal(VERSION, `version ${VERSION}: this till does not know another`),
  madeAt: z.iso.datetime({ offset: true }),
  draft: setupDraft,
});

/** @param now ms since the epoch */
export function exportConfiguration(draft: SetupDraft, now: number): SetupConfiguration {
  return { format: FORMAT, version: VERSION, madeAt: new Date(now).toISOString(), draft };
}

/**
 * Reads what another till exported. Two tills cannot be the same point of sale: this one is offered the next number.
 * @returns the draft, or every field that is wrong, missing or unknown
 */
export function importConfiguration(
  value: unknown,
): { ok: true; draft: SetupDraft } | { ok: false; problems: FieldProblem[] } {
  const read = configuration.safeParse(value);
  if (!read.success) return { ok: false, problems: fieldProblems(read.error, "configuration") };
  const { pos, ...draft } = read.data.draft;
  return { ok: true, draft: { ...draft, pos: { ...pos, id: nextOf(pos.id, "-"), name: nextOf(pos.name, " ") } } };
}

/** `counter-1` is followed by `counter-2`, `counter` by `counter-2`. */
export function nextOf(text: string, separator: string): string {
  const number = /\d{1,9}$/.exec(text)?.[0];
  const next =
    number === undefined
      ? `${text}${separator}2`
      : text.slice(0, -number.length) + String(Number(number) + 1).padStart(number.length, "0");
  return next.length <= MAX_POS_LENGTH ? next : text;
}
