/** Explicit options for outgoing TLS, since Node's defaults depend on environment variables. */
export const SECURE_TLS = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;
