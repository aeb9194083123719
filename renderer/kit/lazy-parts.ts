import { lazyModule } from "./lazy-module.ts";

/** Phone number metadata of all countries, loaded on demand before first use. */
export const PHONES = lazyModule(() => import("../../contract/values/phones.ts"));

/** The keys are loaded with the first touch of a field, or earlier when idle. */
export const SCREEN_KEYS = lazyModule(() => import("./ui/screen-keys.tsx"));
