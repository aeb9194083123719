/** Norwegian Bokmål: all of it. */
import { nbFirst } from "./first.ts";
import { nbOthers } from "./others.ts";

export const nb = { ...nbFirst, ...nbOthers };
