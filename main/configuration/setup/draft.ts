/** Converts the wizard's draft to settings and back, and checks it. Pure. */

import type { CatalogueContent } from "../../../contract/catalogue.ts";
import type { CounterSettings } from "../../../contract/counter.ts";
import { type FieldProblem, wrongField } from "../../../contract/errors.ts";
import { NO_KIOSK } from "../../../contract/kiosk-settings.ts";
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { ReceiptSettings, ShopDetails } from "../../../contract/receipts.ts";
import type { Role } from "../../../contract/roles.ts";
import { DEFAULT_RATE, type KeptSettings, type UncheckedSettings } from "../../../contract/settings.ts";
import type { SetupDraft, SetupShared } from "../../../contract/setup.ts";
import { checkSettings, type ProvisioningResult } from "../settings/provision.ts";
import { posIdProblems } from "../settings/stored-settings.ts";

/** What a draft is checked with besides itself. */
export interface AvailableToDraft {
  /** The till's settings in force: whatever the draft does not name stays as it is in them */
  current: KeptSettings;
  /** What the vaults have for this draft's service, the till's own included where it may be used there */
  secrets: UncheckedSettings["secrets"];
  /** The chain that belongs to the TLS key, PEM */
  tlsCertificate: string | null;
}

/**
 * The settings as the wizard edits them. @param testbed whether a testbed token goes with every request
 * @param details the shop's, as they are in force
 */
export function draftOf(settings: KeptSettings, testbed: boolean, details = settings.shop): SetupDraft {
  const { service, pos, currency, locale, timeZone, callbacks, mode, demo } = settings;
  const { scheme, ...address } = service;
  return {
    preset: demo ? "demo" : "custom",
    service: address,
    scheme,
    testbed,
    pos,
    currency,
    locale,
    timeZone,
    mode,
    callbacks: {
      listen: callbacks.listen,
      publicUrl: callbacks.publicUrl,
      tls: callbacks.tlsCertificate !== null,
    },
    shop: askedOf(details),
    shared: null,
  };
}

/** What the wizard asks of a shop's details; null where nobody has given it a name. */
export function askedOf(details: ShopDetails | null | undefined): SetupDraft["shop"] {
  if (!details || details.name === "") return null;
  const { name, address, organisationNumber } = details;
  return { name, address, organisationNumber };
}

/** What another till of the shop would begin with, as it is in force here. */
export interface InForce {
  receipts: ReceiptSettings;
  catalogue: CatalogueContent;
  counter: CounterSettings;
  /** Those that are not as in a new till */
  roles: Role[];
}

/** What another till of the shop would begin with: all but the pictures, which are not text. */
export function sharedOf(settings: KeptSettings, { receipts, catalogue, counter, roles }: InForce): SetupShared {
  const { allowCredit, offline, confirmAbove, expiry, businessDay, polling, rate, kiosk, restartAt } = settings;
  const { shop, printer, receipt } = receipts;
  const { logo: _logo, ...chosen } = counter;
  return {
    allowCredit,
    offline,
    confirmAbove,
    expiry,
    polling,
    rate: rate ?? DEFAULT_RATE,
    kiosk: kiosk ?? NO_KIOSK,
    restartAt,
    products: catalogue.products.map(({ picture: _picture, ...product }) => product),
    categories: catalogue.categories,
    counter: chosen,
    roles: roles.length === 0 ? null : roles.map((role) => ({ ...role, rights: [...role.rights] })),
    printer,
    receipt,
    businessDay: businessDay ?? { cutOff: "04:00" },
    // Without a name of its own it is called what the service calls the merchant.
    shop: shop.name === "" ? null : shop,
  };
}

/**
 * Checks a draft by the rules of a provisioning file.
 * @returns what such a file would have come to; or every wrong field, by its path in the draft, and what the vault
 *   lacks (`secrets.…`)
 */
export function checkDraft(draft: SetupDraft, available: AvailableToDraft): ProvisioningResult {
  const checked = checkSettings({ ...settingsOf(draft, available), secrets: available.secrets });
  const lacks = [
    ...posIdProblems(draft.pos.id, available.current.pos.id),
    ...(draft.preset === "demo" ? [] : lacking(draft, available)),
  ];
  if (checked.ok && lacks.length === 0) return checked;
  const found = checked.ok ? [] : checked.problems.map(inDraft);
  return { ok: false, problems: byField([...lacks, ...found]) };
}

const NO_MORE = { phone: null, footer: null };

/** The draft as settings, whatever is wrong in it. The demo's service is the demo's own, and not the draft's. */
function settingsOf(draft: SetupDraft, { current, tlsCertificate }: AvailableToDraft): KeptSettings {
  const { preset, service, scheme, pos, callbacks, testbed: _testbed, shop, shared, ...rest } = draft;
  const { listen, publicUrl, tls } = callbacks;
  // A shop that was tried out as a demo does not sell what the demo did.
  const goods = current.demo && preset !== "demo" ? { products: [], categories: [] } : {};
  return {
    ...current,
    ...goods,
    ...shared,
    ...rest,
    // What the wizard does not ask of them stays as it is.
    shop: shop ? { ...NO_MORE, ...(shared ?? current).shop, ...shop } : (shared ?? current).shop,
    service: preset === "demo" ? demoService(current) : { ...service, scheme },
    pos: pos as KeptSettings["pos"],
    callbacks: { listen, publicUrl, tlsCertificate: tls ? (tlsCertificate ?? "") : null },
    demo: preset === "demo",
  };
}

/** Where the demo's service is, until it is started and says so itself. */
function demoService(current: KeptSettings): KeptSettings["service"] {
  if (current.demo) return current.service;
  return {
    baseUrl: "http://127.0.0.1",
    vendor: "svc",
    merchant: "demo",
    user: "till",
    integrator: null,
    scheme: "RSA-SHA256",
    publicKey: null,
    ca: null,
    trustedHosts: ["127.0.0.1"],
  };
}

/** What the vault has to have for this draft, and has not. */
function lacking(
  { scheme, testbed, callbacks }: SetupDraft,
  { secrets, tlsCertificate }: AvailableToDraft,
): FieldProblem[] {
  const lacks: [lacks: boolean, field: string, expected: Reason][] = [
    [scheme === "RSA-SHA256" && !secrets.privateKey, "secrets.key", reasonFor("setup_key")],
    [scheme === "SECRET" && !secrets.secret, "secrets.secret", reasonFor("setup_secret")],
    [testbed && !secrets.testbedToken, "secrets.testbedToken", reasonFor("setup_testbed")],
    [callbacks.tls && !(tlsCertificate && secrets.tlsKey), "secrets.tls", reasonFor("setup_tls")],
  ];
  return lacks.filter(([is]) => is).map(([, field, expected]) => wrongField(field, expected));
}

/** The scheme stands beside the service in a draft. */
function inDraft(problem: FieldProblem): FieldProblem {
  return problem.field === "service.scheme" ? { ...problem, field: "scheme" } : problem;
}

/** One problem for each field: the first one. */
function byField(problems: FieldProblem[]): FieldProblem[] {
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index);
}
