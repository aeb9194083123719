/** Phone numbers: the tables of every country are fetched apart. What reads one has them first. */
import { part } from "./part.tsx";

export const PHONES = part(() => import("../../contract/phones.ts"));
