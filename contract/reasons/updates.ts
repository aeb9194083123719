/** Reasons about updates: the texts of the screens, with the statement that no money moved. */
import { UPDATE_REASONS, type UpdateReason, type UpdateReasonEntry } from "../values/updates.ts";

type Sentences = Readonly<Record<`update_${UpdateReason}`, string>>;

/** Returns each reason's text, with `noMoney` between its two sentences. */
export function updateSentences(
  textsOf: (reason: UpdateReason) => Pick<UpdateReasonEntry, "staff" | "next">,
  noMoney: string,
): Sentences {
  const sentences = (Object.keys(UPDATE_REASONS) as UpdateReason[]).map((reason) => {
    const { staff, next } = textsOf(reason);
    return [`update_${reason}`, next === null ? `${staff} ${noMoney}` : `${staff} ${noMoney} ${next}`];
  });
  return Object.fromEntries(sentences) as Sentences;
}

export const UPDATE_API_REASONS = updateSentences((reason) => UPDATE_REASONS[reason], "No money moved.");
