/** Converts the wizard's draft to and from settings, and checks it. Pure. */

import { type FieldProblem, invalidField } from "../../../contract/calls/errors.ts";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import { type CounterSettings, PORTABLE_COUNTER_ROWS } from "../../../contract/catalogue/counter.ts";
import { DEFAULT_RATE, type StoredSettings, type UncheckedSettings } from "../../../contract/configuration/settings.ts";
import type { SetupDraft, SetupShared } from "../../../contract/configuration/setup.ts";
import { NO_KIOSK } from "../../../contract/kiosk/kiosk-settings.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { ReceiptSettings, ShopDetails } from "../../../contract/receipts/receipts.ts";
import type { Role } from "../../../contract/values/roles.ts";
import { withDefaults } from "../../../contract/values/setting-rows.ts";
import { checkSettings, type ProvisioningResult } from "../settings/provision.ts";
import { posIdProblems } from "../settings/stored-settings.ts";

export interface AvailableToDraft {
  current: StoredSettings;
  /** Staged secrets for this service, or the till's own where allowed */
  secrets: UncheckedSettings["secrets"];
  tlsCertificate: string | null;
}

/** Returns the settings as the wizard edits them. `testbed`: every request carries a testbed token. */
export function draftOf(settings: StoredSettings, testbed: boolean, details = settings.shop): SetupDraft {
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
    shop: shopFields(details),
    shared: null,
  };
}

export function shopFields(details: ShopDetails | null | undefined): SetupDraft["shop"] {
  if (!details || details.name === "") return null;
  const { name, address, organisationNumber } = details;
  return { name, address, organisationNumber };
}

export interface ActiveChoices {
  receipts: ReceiptSettings;
  catalogue: CatalogueContent;
  counter: CounterSettings;
  roles: Role[];
}

export function sharedOf(
  settings: StoredSettings,
  { receipts, catalogue, counter, roles }: ActiveChoices,
): SetupShared {
  const { allowCredit, offline, confirmAbove, expiry, businessDay, polling, rate, kiosk, restartAt } = settings;
  const { shop, printer, receipt } = receipts;
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
    counter: withDefaults(PORTABLE_COUNTER_ROWS, counter),
    roles: roles.length === 0 ? null : roles.map((role) => ({ ...role, rights: [...role.rights] })),
    printer,
    receipt,
    businessDay: businessDay ?? { cutOff: "04:00" },
    // A shop without a name uses the service's merchant name.
    shop: shop.name === "" ? null : shop,
  };
}

/** Checks a draft by the provisioning rules. Problems have their path in the draft; missing secrets are `secrets.…`. */
export function checkDraft(draft: SetupDraft, available: AvailableToDraft): ProvisioningResult {
  const checked = checkSettings({ ...settingsOf(draft, available), secrets: available.secrets });
  const lacks = [
    ...posIdProblems(draft.pos.id, available.current.pos.id),
    ...(draft.preset === "demo" ? [] : missingSecrets(draft, available)),
  ];
  if (checked.ok && lacks.length === 0) return checked;
  const found = checked.ok ? [] : checked.problems.map(inDraft);
  return { ok: false, problems: byField([...lacks, ...found]) };
}

const EMPTY_DETAILS = { phone: null, footer: null };

/** Returns the draft as unchecked settings. The demo always uses its own service. */
function settingsOf(draft: SetupDraft, { current, tlsCertificate }: AvailableToDraft): StoredSettings {
  const { preset, service, scheme, pos, callbacks, testbed: _testbed, shop, shared, ...rest } = draft;
  const { listen, publicUrl, tls } = callbacks;
  // A shop that was a demo loses the demo products.
  const productReset = current.demo && preset !== "demo" ? { products: [], categories: [] } : {};
  return {
    ...current,
    ...productReset,
    ...shared,
    ...rest,
    // Fields without a wizard question stay.
    shop: shop ? { ...EMPTY_DETAILS, ...(shared ?? current).shop, ...shop } : (shared ?? current).shop,
    service: preset === "demo" ? demoService(current) : { ...service, scheme },
    pos: pos as StoredSettings["pos"],
    callbacks: { listen, publicUrl, tlsCertificate: tls ? (tlsCertificate ?? "") : null },
    demo: preset === "demo",
  };
}

/** Placeholders until the demo's service starts. */
function demoService(current: StoredSettings): StoredSettings["service"] {
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

function missingSecrets(
  { scheme, testbed, callbacks }: SetupDraft,
  { secrets, tlsCertificate }: AvailableToDraft,
): FieldProblem[] {
  const lacks: [lacks: boolean, field: string, expected: Reason][] = [
    [scheme === "RSA-SHA256" && !secrets.privateKey, "secrets.key", reasonFor("setup_key")],
    [scheme === "SECRET" && !secrets.secret, "secrets.secret", reasonFor("setup_secret")],
    [testbed && !secrets.testbedToken, "secrets.testbedToken", reasonFor("setup_testbed")],
    [callbacks.tls && !(tlsCertificate && secrets.tlsKey), "secrets.tls", reasonFor("setup_tls")],
  ];
  return lacks.filter(([is]) => is).map(([, field, expected]) => invalidField(field, expected));
}

/** Returns the problem with the field's name in a draft, where the scheme is next to the service. */
function inDraft(problem: FieldProblem): FieldProblem {
  return problem.field === "service.scheme" ? { ...problem, field: "scheme" } : problem;
}

function byField(problems: FieldProblem[]): FieldProblem[] {
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index);
}
