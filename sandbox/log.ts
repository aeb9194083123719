/** What the sandbox says of its doings; pino's shape. */
export interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Says nothing. */
export const SILENT: SandboxLog = { info: () => {}, warn: () => {}, error: () => {} };
