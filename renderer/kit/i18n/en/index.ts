/** English: all of it. */
import { enFirst } from "./first.ts";
import { enOthers } from "./others.ts";

export const en = { ...enFirst, ...enOthers };
