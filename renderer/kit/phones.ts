/** Phone number metadata of all countries, loaded on demand before first use. */
import { part } from "./part.tsx";

export const PHONES = part(() => import("../../contract/phones.ts"));
