/** Which words of the catalogue say why something was not done. Pure. */
import type { ErrorCode, TillError } from "../../../contract/errors.ts";

/** Where the sentences of an error are: by whose right it needs where main says that, by its code otherwise. */
export function wordsOf({ code, details }: TillError): `error.${ErrorCode}` | `needs.${"cashier" | "owner"}` {
  // A manager's is what the code itself says.
  if (code !== "not_allowed" || details.needs === undefined || details.needs === "manager") return `error.${code}`;
  return `needs.${details.needs}`;
}
