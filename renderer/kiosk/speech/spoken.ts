export type Piece = { kind: "text"; text: string } | Control;

export interface Control {
  kind: "control";
  name: string;
  isChosen: boolean;
  isDisabled: boolean;
  /** On every screen, such as help and language */
  isAlways: boolean;
  /** Position in a list, from 1 */
  at: { index: number; count: number } | null;
}

export interface SpokenWords {
  choose: string;
  chosen: string;
  unavailable: string;
  at(at: number, count: number): string;
  more(count: number): string;
}

/** Number of list entries read aloud; arrow keys reach the others. */
const NAMED = 10;

export function spokenScreen(pieces: readonly Piece[], words: SpokenWords): string[] {
  const texts = pieces.flatMap((piece) => (piece.kind === "text" && piece.text.trim() !== "" ? [piece.text] : []));
  const controls = pieces.filter((piece) => piece.kind === "control");
  const listControls = controls.filter(({ at, isAlways }) => at !== null && !isAlways);
  const otherControls = controls.filter(({ at, isAlways }) => at === null && !isAlways);
  const unnamedCount = listControls.length - NAMED;
  const choices = [
    ...listControls.slice(0, NAMED).map((control) => described(control, words)),
    ...(unnamedCount > 0 ? [words.more(unnamedCount)] : []),
    ...otherControls.map((control) => described(control, words)),
    ...controls.filter(({ isAlways }) => isAlways).map(({ name }) => name),
  ];
  return [...texts, ...(choices.length > 0 ? [`${words.choose} ${choices.join("; ")}`] : [])].map(sentence);
}

export function spokenControl(control: Control, words: SpokenWords): string {
  const { at } = control;
  const place = at === null ? [] : [words.at(at.index, at.count)];
  return sentence([described(control, words), ...place].join(", "));
}

function described({ name, isChosen, isDisabled }: Control, { chosen, unavailable }: SpokenWords): string {
  return [name, ...(isChosen ? [chosen] : []), ...(isDisabled ? [unavailable] : [])].join(", ");
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…:]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
