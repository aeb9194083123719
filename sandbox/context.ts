/** Shared parts of the service: one frozen record, created in service.ts. */
import type { KeyObject } from "node:crypto";
import type { Callbacks } from "./callbacks/delivery.ts";
import type { SandboxClock } from "./clock.ts";
import type { Dialect, DialectName } from "./dialect/dialect.ts";
import type { Faults } from "./faults.ts";
import type { KeyPair } from "./keys.ts";
import type { SandboxLog } from "./log.ts";
import type { Db } from "./state/database.ts";

/** Settings of a sandbox. Durations in seconds. */
export interface ServiceSettings {
  /** Vendor token of headers and media types (G26) */
  readonly vendor: string;
  /** Vendor token of the media types, if it differs from the headers' (G26) */
  readonly mediaType: string;
  /** The format of responses */
  readonly dialect: DialectName;
  /** Seed of the hostile dialect's random choices */
  readonly dialectSeed: number;
  /** The only currency of its merchants */
  readonly currency: string;
  /** Required value of `X-Testbed-Token`; null if not required */
  readonly testbedToken: string | null;
  /** Items per page of a list */
  readonly pageSize: number;
  /** True if lists start with the newest item; the specification defines no order (G23) */
  readonly newestFirst: boolean;
  /** True if the service captures a SALE automatically (the alternative reading of G9) */
  readonly saleCapturesItself: boolean;
  /** True if a payment request without a customer gets a claim link (G5) */
  readonly claimLinks: boolean;
  readonly accessTokenSeconds: number;
  readonly attachmentUriSeconds: number;
}

export interface Service {
  readonly settings: ServiceSettings;
  readonly db: Db;
  readonly clock: SandboxClock;
  readonly callbacks: Callbacks;
  readonly faults: Faults;
  readonly changes: Changes;
  readonly dialect: Dialect;
  readonly keys: KeyPair & { publicKey: KeyObject; keyId: string };
  readonly log: SandboxLog;
  url(): string;
}

type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const listeners = new Set<() => void>();
  return {
    announce: () => {
      for (const listener of listeners) listener();
    },
    watch(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Base of all API paths: `{base_url}/merchant/v1` (specification, first page). */
export const API_BASE = "/merchant/v1";
