/** The references under which the till's own window asks for payments, so that a lost answer is asked for again. Pure. */

/** How each begins; a UUID follows. Other programs name theirs as they like, and none like this. */
export const COUNTER_PREFIX = "counter ";

/** Whether another program named this payment: it has a reference, and not one of the till's own window. */
export function isProgramsReference(reference: string | null): boolean {
  return reference !== null && !reference.startsWith(COUNTER_PREFIX);
}
