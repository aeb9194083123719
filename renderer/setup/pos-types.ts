/** The kinds of a POS (section 2.1), for a list to choose from. The contract's own list comes with its schemas. */
import type { POS_TYPES } from "../../contract/settings.ts";

export type PosType = (typeof POS_TYPES)[number];

export const POS_TYPE_CHOICES: readonly PosType[] = ["store", "webshop", "mobile", "vending", "poster"];
