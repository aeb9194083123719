import type { ShopDetails } from "../receipts/receipts.ts";
import type { Environment } from "../values/environment.ts";
import type { Provisioning } from "./settings.ts";

/** Settings shared by a shop's tills that the wizard cannot edit. Validated as in a provisioning file. */
export const SHARED_FIELDS = [
  "allowCredit",
  "offline",
  "confirmAbove",
  "expiry",
  "businessDay",
  "polling",
  "rate",
  "kiosk",
  "restartAt",
  "products",
  "categories",
  "shop",
  "printer",
  "receipt",
  "counter",
  "roles",
] as const satisfies (keyof Provisioning)[];
export type SetupShared = Pick<Provisioning, (typeof SHARED_FIELDS)[number]>;

/** Settings as the wizard edits them: a provisioning file without secrets and file names. */
export interface SetupDraft {
  /** `demo`: the embedded sandbox; `custom`: the service given here */
  preset: "demo" | "custom";
  service: {
    baseUrl: string;
    vendor: string;
    /** The media type's vendor token if it differs from `vendor` (G26) */
    mediaType?: string | null | undefined;
    merchant: string;
    user: string | null;
    integrator: string | null;
    /** PEM; verifies callbacks */
    publicKey: string | null;
    /** PEM; additional certificate authorities */
    ca: string | null;
    trustedHosts: string[];
  };
  /** The key or secret itself is in the vault */
  scheme: "RSA-SHA256" | "SECRET";
  /** True if requests carry a testbed token, which is in the vault */
  testbed: boolean;
  pos: {
    id: string;
    name: string;
    type: string;
    location: { latitude: number | null; longitude: number | null; accuracy: number | null } | null;
  };
  currency: string;
  locale: string;
  timeZone: string | null;
  callbacks: { listen: string | null; publicUrl: string | null; tls: boolean };
  mode: "counter" | "kiosk";
  shop: Pick<ShopDetails, "name" | "address" | "organisationNumber"> | null;
  /** From another till's configuration; null: unchanged */
  shared: SetupShared | null;
}

export interface SetupSecrets {
  key: { publicKeyPem: string; fingerprint: string; from: "made" | "imported" | "kept" } | null;
  secret: boolean;
  testbedToken: boolean;
  tls: { subject: string; validTo: string } | null;
  backend: string;
  /** The backend is weak, and the owner has not accepted it. Nothing is stored until then */
  weak: boolean;
}

export interface SetupView {
  /** `first_run`: not set up by a person yet */
  state: "first_run" | "done";
  environment: Environment;
  draft: SetupDraft;
  secrets: SetupSecrets;
  /** True if this folder holds payments, see `setup-folder.ts` */
  used: boolean;
  /** True if an owner with a PIN exists; if not, or for a new folder, `setup.finish` needs a `pin` */
  hasOwner: boolean;
}

export const SETUP_TESTS = ["credentials", "clock", "pos", "shortlink", "payment", "callback"] as const;
export type SetupTest = (typeof SETUP_TESTS)[number];

/** Findings as catalogue keys, with their values. Any test may find `service.*` and `credentials.*`. */
export const SETUP_FINDINGS = [
  "service.unreachable", // host, detail
  "service.timeout", // host
  "service.tls", // host, detail
  "service.client_certificate", // host, detail
  "service.tls_refused", // host, detail
  "service.old_tls", // host, detail
  "service.redirect", // host, status
  "service.not_the_service", // host, status: another program answers
  "service.media_type", // status: the response has another media type
  "service.broken", // host, status: 5xx, or a requested pause
  "service.starts_later", // no value: the demo's service starts with the demo
  "credentials.ok", // merchant: its name
  "credentials.refused", // status: the key or secret does not belong to this user
  "credentials.merchant_unknown", // merchant
  "credentials.user_unknown", // user
  "credentials.testbed_token", // the service requires a testbed token, or a different one
  "credentials.clock", // seconds: refused because of this machine's clock
  "credentials.not_allowed", // status: known, but lacks permission
  "clock.ok", // seconds
  "clock.ahead", // seconds: this machine's clock is ahead of the service's
  "clock.behind", // seconds
  "clock.unknown", // the service's responses have no date
  "pos.ok", // id, name
  "pos.created", // id
  "pos.will_change", // id, name: its current name at the service
  "pos.refused", // status
  "shortlink.ok", // no value
  "shortlink.created", // no value
  "shortlink.claim_links", // no value: the till cannot learn who scanned its code, so it shows claim links
  "shortlink.weak_key_asks", // bits: the service's key is too weak, so the till polls for scans
  "shortlink.weak_key_claims", // bits: polling is impossible too, so the till shows claim links
  "shortlink.no_key_asks", // no value: as above, without a key
  "shortlink.no_key_claims", // no value
  "shortlink.refused", // status
  "payment.ok", // no value: the smallest payment was accepted and cancelled
  "payment.pos_id", // id: the service does not accept it in payments
  "payment.currency", // currency
  "payment.unreadable", // status: accepted, but the response has no payment id
  "payment.refused_saying", // status, said: the service's text
  "payment.refused", // status
  "payment.not_aborted", // posTid: not cancelled; it expires within a minute
  "callback.no_listener", // no value: the till polls
  "callback.address_in_use", // listen
  "callback.address_unusable", // listen, detail: not an address of this machine, or not allowed
  "callback.tls_files", // detail
  "callback.tls_later", // listen: the running till uses this address with other TLS files
  "callback.refused", // status: the service refused the request for the test callback
  "callback.not_reached", // seconds, address, detail: no callback; the address does not lead to this till
  "callback.not_sent", // seconds, address: no callback, although the address leads to this till
  "callback.wrong_signature", // detail
  "callback.not_signed", // no value
  "callback.no_public_key", // ms: arrived, but cannot be verified
  "callback.weak_key", // no value
  "callback.clock", // seconds
  "callback.arrived", // ms
  "callback.not_aborted", // posTid: the test request was not cancelled; it expires within a minute
] as const;
export type SetupFindingKey = (typeof SETUP_FINDINGS)[number];

/** A test's result. `finding` is a key of the renderer's catalogue (`callback.no_listener`). */
export interface SetupFinding {
  test: SetupTest;
  outcome: "ok" | "warning" | "failed" | "skipped";
  finding: SetupFindingKey;
  values: Record<string, string | number>;
  tookMs: number;
}

/** A configuration for the next till, without secrets. Version 1 has no `shared` and is still accepted. */
export interface SetupConfiguration {
  format: "till-configuration";
  version: 2;
  madeAt: string;
  draft: SetupDraft;
}
