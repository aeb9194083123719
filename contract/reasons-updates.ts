/** Why no update is looked for, or installed now, as answers: the sentences that the screens have, with the money's. */
import { UPDATE_REASONS, type UpdateReason, type UpdateReasonEntry } from "./updates.ts";

type Sentences = Readonly<Record<`update_${UpdateReason}`, string>>;

/**
 * What is said of each reason, made of its own two sentences and one between them.
 * @param noMoney says that no money moved
 */
export function updateSentences(
  said: (reason: UpdateReason) => Pick<UpdateReasonEntry, "staff" | "next">,
  noMoney: string,
): Sentences {
  const sentences = (Object.keys(UPDATE_REASONS) as UpdateReason[]).map((reason) => {
    const { staff, next } = said(reason);
    return [`update_${reason}`, next === null ? `${staff} ${noMoney}` : `${staff} ${noMoney} ${next}`];
  });
  return Object.fromEntries(sentences) as Sentences;
}

export const UPDATE_ANSWERS = updateSentences((reason) => UPDATE_REASONS[reason], "No money moved.");
