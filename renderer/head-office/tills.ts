/** Which tills are shown, and in what order: pure. */
import { type TillLine, troubleOf } from "../../contract/head-office.ts";
import { foldForSearch } from "../../contract/search-folding.ts";

/**
 * The tills that fit what was chosen: those to look at first, then by shop and name, and those that are no till of the
 * chain any more last.
 * @param text of a till's or a shop's name, of the version, or of the error's code; empty: any
 */
export function chosenTills(tills: readonly TillLine[], onlyTrouble: boolean, text: string): TillLine[] {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean);
  const fits = ({ till, shop, version, error }: TillLine) => {
    const said = foldForSearch(`${till} ${shop} ${version ?? ""} ${error ?? ""}`);
    return words.every((word) => said.includes(word));
  };
  return tills
    .filter((till) => fits(till) && (!onlyTrouble || troubleOf(till) !== null))
    .map((till, at) => ({ till, at, rank: rankOf(till) }))
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ till }) => till);
}

function rankOf(till: TillLine): number {
  if (till.state !== "active") return 2;
  return troubleOf(till) === null ? 1 : 0;
}
