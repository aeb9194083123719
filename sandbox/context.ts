/** What the parts of the service share: one frozen record, made in service.ts and handed to everything. */
import type { KeyObject } from "node:crypto";
import type { Callbacks } from "./callbacks/delivery.ts";
import type { SandboxClock } from "./clock.ts";
import type { Dialect, DialectName } from "./dialect/dialect.ts";
import type { Faults } from "./faults.ts";
import type { KeyPair } from "./keys.ts";
import type { SandboxLog } from "./log.ts";
import type { Db } from "./state/database.ts";

/** What a sandbox can be told about itself. Durations in seconds. */
export interface ServiceSettings {
  /** The vendor token of headers and media types (G26) */
  readonly vendor: string;
  /** The vendor token of the media types, where it differs from the headers' (G26) */
  readonly mediaType: string;
  /** The form of its answers */
  readonly dialect: DialectName;
  /** What repeats the choices of the hostile dialect */
  readonly dialectSeed: number;
  /** The one currency that its merchants trade in */
  readonly currency: string;
  /** The value of `X-Testbed-Token` that API requests must carry, or null for none */
  readonly testbedToken: string | null;
  /** Addresses on one page of a list */
  readonly pageSize: number;
  /** Whether lists begin with what was created last: the specification says nothing of their order (G23) */
  readonly newestFirst: boolean;
  /** Whether the service captures a SALE by itself: the other reading of G9 */
  readonly saleCapturesItself: boolean;
  /** Whether a payment request without a customer gets a claim link (G5) */
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
  /** Where the service is reached, without a trailing slash */
  url(): string;
}

/** Tells those who watch (the phone page) that something changed, and nothing else: they read what. */
export interface Changes {
  announce(): void;
  watch(listener: () => void): () => void;
}

/** Makes the bell that open phone pages listen to. */
export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  return {
    announce: () => {
      for (const listener of listeners) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The base of all API paths: `{base_url}/merchant/v1` (specification, first page). */
export const API_BASE = "/merchant/v1";
