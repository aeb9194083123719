/** The setting that says when a backup was last restored, until every payment was compared with the service. */
export const RESTORED_AT = "restoredAt";

/** The settings that say which numbers a replaced database had used: the next one is greater. The triggers read `usedZ`. */
export const USED_Z = "usedZ";
export const USED_SAFT = "usedSaft";
