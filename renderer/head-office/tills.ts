import { type TillLine, tillProblem } from "../../contract/head-office/head-office.ts";
import { foldForSearch } from "../../contract/values/search-folding.ts";

/**
 * Returns the matching tills: those that need attention first, then by shop and name, former tills last.
 * @param text part of a till or shop name, version or error code; empty: any
 */
export function chosenTills(tills: readonly TillLine[], onlyTrouble: boolean, text: string): TillLine[] {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean);
  const fits = ({ till, shop, version, error }: TillLine) => {
    const searchText = foldForSearch(`${till} ${shop} ${version ?? ""} ${error ?? ""}`);
    return words.every((word) => searchText.includes(word));
  };
  return tills
    .filter((till) => fits(till) && (!onlyTrouble || tillProblem(till) !== null))
    .map((till, at) => ({ till, at, rank: rankOf(till) }))
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ till }) => till);
}

function rankOf(till: TillLine): number {
  if (till.state !== "active") return 2;
  return tillProblem(till) === null ? 1 : 0;
}
