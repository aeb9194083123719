/** What the set-up wizard and main say to each other: plain types. The commands' rows are in `setup-commands.ts`. */
import type { Environment } from "./environment.ts";
import type { FieldProblem } from "./errors.ts";
import type { ShopDetails } from "./receipts.ts";
import type { Provisioning } from "./settings.ts";

/** What a shop's tills have in common and the wizard has no fields for: as in a provisioning file, by its rules. */
export type SetupShared = Pick<
  Provisioning,
  | "allowCredit"
  | "offline"
  | "confirmAbove"
  | "expiry"
  | "businessDay"
  | "polling"
  | "rate"
  | "kiosk"
  | "restartAt"
  | "products"
  | "categories"
  | "shop"
  | "printer"
  | "receipt"
  | "counter"
  | "roles"
>;

/** The till's settings as the wizard edits them: the provisioning file without anything secret or in another file. */
export interface SetupDraft {
  /** `demo`: the embedded sandbox, whose address main fills in; `custom`: the service named here */
  preset: "demo" | "custom";
  service: {
    baseUrl: string;
    vendor: string;
    /** The media type's vendor token where it is another than `vendor` (G26) */
    mediaType?: string | null | undefined;
    merchant: string;
    user: string | null;
    integrator: string | null;
    /** The service's public key for callbacks, PEM */
    publicKey: string | null;
    /** Extra certificate authorities, PEM */
    ca: string | null;
    trustedHosts: string[];
  };
  /** How requests are authenticated; the key or secret itself stays in the vault */
  scheme: "RSA-SHA256" | "SECRET";
  /** Whether a testbed token goes with every request: it is kept in the vault too */
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
  /** Whose shop it is, on receipts and reports: these of its details are asked for; null: nobody has said */
  shop: Pick<ShopDetails, "name" | "address" | "organisationNumber"> | null;
  /** From another till's configuration; null: what this till has of it stays as it is */
  shared: SetupShared | null;
}

/** What is in the vault for the draft: never the thing itself. */
export interface SetupSecrets {
  /** The public half of the key that requests will be signed with; null while there is none */
  key: { publicKeyPem: string; fingerprint: string; from: "made" | "imported" | "kept" } | null;
  secret: boolean;
  testbedToken: boolean;
  /** The certificate chain that belongs to the TLS key, by its subject and end; null while there is none */
  tls: { subject: string; validTo: string } | null;
  /** How the vault keeps all this: its backend's name */
  backend: string;
  /** True where the backend is weak and the owner has not accepted that: nothing is kept there until then */
  weak: boolean;
}

export interface SetupView {
  /** `first_run`: nothing was provisioned here by a person; `done`: this till is set up, and may be set up anew */
  state: "first_run" | "done";
  environment: Environment;
  /** What the wizard begins with: the settings in force, or the defaults */
  draft: SetupDraft;
  secrets: SetupSecrets;
  /** Whether this folder holds payments, which stay one merchant's: `setup-folder.ts` says which draft needs another */
  used: boolean;
  /**
   * Whether an owner with a PIN of their own is there already: without one the wizard asks for the PIN. A new folder is
   * another till's, with an owner of its own: `setup.finish` then names the field `pin` when it is missing
   */
  hasOwner: boolean;
}

export const SETUP_TESTS = ["credentials", "clock", "pos", "shortlink", "payment", "callback"] as const;
export type SetupTest = (typeof SETUP_TESTS)[number];

/**
 * Everything that a test may find, as keys of the renderer's catalogue, each with the values that its sentence has.
 * `service.*` and `credentials.*` are found by whichever test meets them.
 */
export const SETUP_FINDINGS = [
  "service.unreachable", // host, detail
  "service.timeout", // host
  "service.tls", // host, detail
  "service.client_certificate", // host, detail
  "service.tls_refused", // host, detail
  "service.old_tls", // host, detail
  "service.redirect", // host, status
  "service.not_the_service", // host, status: something answers there, but not this API
  "service.media_type", // status: it does not answer in the form that is asked for
  "service.broken", // host, status: 5xx, or it asks for a pause
  "service.starts_later", // no value: the demo's service comes with the demo, so there is nothing to test before
  "credentials.ok", // merchant: its name
  "credentials.refused", // status: the key or secret is not this user's
  "credentials.merchant_unknown", // merchant
  "credentials.user_unknown", // user
  "credentials.testbed_token", // the service wants a testbed token, or another one
  "credentials.clock", // seconds: refused because of this machine's clock
  "credentials.not_allowed", // status: known, but not allowed to do this
  "clock.ok", // seconds
  "clock.ahead", // seconds: this machine's clock is ahead of the service's
  "clock.behind", // seconds
  "clock.unknown", // the service's answers have no date
  "pos.ok", // id, name
  "pos.created", // id
  "pos.will_change", // id, name: what it is called at the service now
  "pos.refused", // status
  "shortlink.ok", // no value
  "shortlink.created", // no value
  "shortlink.claim_links", // no value: nothing tells this till who scanned its code, so it shows claim links
  "shortlink.weak_key_asks", // bits: the service's key proves nothing, so the till asks who scanned
  "shortlink.weak_key_claims", // bits: nor can it ask, so it shows claim links
  "shortlink.no_key_asks", // no value: the same without a key
  "shortlink.no_key_claims", // no value
  "shortlink.refused", // status
  "payment.ok", // no value: the smallest payment was taken, and taken back
  "payment.pos_id", // id: a payment cannot carry it at this service
  "payment.currency", // currency
  "payment.unreadable", // status: it was taken, and the answer does not say how it is called
  "payment.refused_saying", // status, said: the service's own words
  "payment.refused", // status
  "payment.not_aborted", // posTid: it could not be taken back; it ends by itself in a minute
  "callback.no_listener", // no value: the till polls
  "callback.address_in_use", // listen
  "callback.address_unusable", // listen, detail: not an address of this machine, or not allowed
  "callback.tls_files", // detail
  "callback.tls_later", // listen: the running till listens there with other TLS files, so it cannot be tried before
  "callback.refused", // status: the service did not take the request that the callback would have been about
  "callback.not_reached", // seconds, address, detail: it did not come, and from here the address leads elsewhere
  "callback.not_sent", // seconds, address: it did not come, although from here the address leads to this till
  "callback.wrong_signature", // detail
  "callback.not_signed", // no value
  "callback.no_public_key", // ms: it came, and nothing proves whose it is
  "callback.weak_key", // no value
  "callback.clock", // seconds
  "callback.arrived", // ms
  "callback.not_aborted", // posTid: the test's own request could not be taken back; it ends by itself in a minute
] as const;
export type SetupFindingKey = (typeof SETUP_FINDINGS)[number];

/**
 * What a test found. `finding` is a key of the renderer's catalogue (`credentials.refused`, `callback.no_listener`, …):
 * what is wrong and what to do about it; `values` are the sentence's.
 */
export interface SetupFinding {
  test: SetupTest;
  outcome: "ok" | "warning" | "failed" | "skipped";
  finding: SetupFindingKey;
  values: Record<string, string | number>;
  /** How long the test took, in ms */
  tookMs: number;
}

/**
 * A configuration that can be carried to the next till: nothing secret, everything else. Version 1 had no `shared` in
 * its draft, and is still taken.
 */
export interface SetupConfiguration {
  format: "till-configuration";
  version: 2;
  madeAt: string;
  draft: SetupDraft;
}

export interface SetupValues {
  "setup.get": SetupView;
  /** The till stays a demo: the welcome is not shown again */
  "setup.dismiss": SetupView;
  "setup.makeKey": SetupSecrets;
  "setup.importKey": SetupSecrets;
  "setup.keepSecret": SetupSecrets;
  /**
   * Every wrong field of a draft, by its path in the draft, and what the vault has to have for it: `secrets.key`,
   * `secrets.secret`, `secrets.testbedToken`, `secrets.tls`. Nothing is written
   */
  "setup.check": { problems: FieldProblem[] };
  "setup.test": SetupFinding;
  /** What is the other till's alone is not in it: its user and its public address are empty, its id is the next one */
  "setup.import": { draft: SetupDraft };
  "setup.export": SetupConfiguration;
  /** The settings are in force; `restarting`: the till comes back with them in a moment (event `terminal.restarted`) */
  "setup.finish": { restarting: boolean };
}
