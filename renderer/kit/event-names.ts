import { enJournal } from "./i18n/en/journal.ts";

const { events } = enJournal.journal;
type Events = typeof events;

export type NamedEvent = { [Subject in keyof Events]: `${Subject}.${keyof Events[Subject] & string}` }[keyof Events];

export const NAMED_EVENTS: readonly NamedEvent[] = Object.entries(events).flatMap(([subject, verbs]) =>
  Object.keys(verbs).map((verb) => `${subject}.${verb}` as NamedEvent),
);

export function namedEvent(event: string): NamedEvent | null {
  return NAMED_EVENTS.find((name) => name === event) ?? null;
}
