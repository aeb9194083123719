/** Phone number metadata of all countries, loaded on demand before first use. */
import { lazyModule } from "./lazy-module.tsx";

export const PHONES = lazyModule(() => import("../../contract/values/phones.ts"));
