/** The setting that says when a backup was last restored, until every payment was compared with the service. */
export const RESTORED_AT = "restoredAt";
