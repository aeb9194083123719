/** Explicit options for outgoing TLS, since Node's defaults depend on environment variables. */
// biome-ignore lint/plugin/connections: what main/service/api/connections.ts requires
export const SECURE_TLS = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;
