/** All Norwegian texts. */
import { nbFirst } from "./first.ts";
import { nbHeadOffice } from "./head-office.ts";
import { nbOthers } from "./others.ts";

export const nb = { ...nbFirst, ...nbOthers, ...nbHeadOffice };
