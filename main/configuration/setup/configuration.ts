/** The exported configuration for the next till: everything except secrets. Pure. */
import { z } from "zod";
import type { FieldProblem } from "../../../contract/calls/errors.ts";
import type { SetupConfiguration, SetupDraft, SetupShared } from "../../../contract/configuration/setup.ts";
import { setupDraft } from "../../../contract/configuration/setup-commands.ts";
import { MAX_POS_LENGTH, MAX_TID_LENGTH } from "../../../contract/values/identifiers.ts";
import { fieldProblems } from "../../bridge/fields.ts";

const FORMAT = "till-configuration";
const VERSION = 2;

const configuration = z.strictObject({
  format: z.literal(FORMAT, "a configuration that a till exported"),
  version: z.literal([1, VERSION], `version 1 or ${VERSION}: this till supports no other`),
  madeAt: z.iso.datetime({ offset: true }),
  draft: setupDraft,
});

/** `shared` are settings without wizard fields. */
export function exportConfiguration(draft: SetupDraft, shared: SetupShared, now: number): SetupConfiguration {
  return { format: FORMAT, version: VERSION, madeAt: new Date(now).toISOString(), draft: { ...draft, shared } };
}

/**
 * The point of sale gets the next number. User and public address are cleared: this till's key would replace the
 * other's, and callbacks would reach the other till.
 */
export function importConfiguration(
  value: unknown,
): { ok: true; draft: SetupDraft } | { ok: false; problems: FieldProblem[] } {
  const read = configuration.safeParse(value);
  if (!read.success) return { ok: false, problems: fieldProblems(read.error, "configuration") };
  const { pos, service, callbacks, ...draft } = read.data.draft;
  return {
    ok: true,
    draft: {
      ...draft,
      service: { ...service, user: null },
      pos: { ...pos, id: nextOf(pos.id, "-", MAX_TID_LENGTH), name: nextOf(pos.name, " ", MAX_POS_LENGTH) },
      callbacks: { ...callbacks, publicUrl: null },
    },
  };
}

/** `counter-1` is followed by `counter-2`, and `counter` by `counter-2`. */
export function nextOf(text: string, separator: string, longest: number): string {
  const number = /\d{1,9}$/.exec(text)?.[0];
  const next =
    number === undefined
      ? `${text}${separator}2`
      : text.slice(0, -number.length) + String(Number(number) + 1).padStart(number.length, "0");
  return next.length <= longest ? next : text;
}
