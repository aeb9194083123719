/**
 * Options of every outgoing TLS connection. Explicit, since Node's defaults follow `NODE_TLS_REJECT_UNAUTHORIZED` and
 * `--tls-min-v1.0` of the environment.
 */
export const SECURE_TLS = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;
