/** Log interface, compatible with pino. */
export interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: SandboxLog = { info: () => {}, warn: () => {}, error: () => {} };
