/** All English texts. */
import { enFirst } from "./first.ts";
import { enHeadOffice } from "./head-office.ts";
import { enOthers } from "./others.ts";

export const en = { ...enFirst, ...enOthers, ...enHeadOffice };
