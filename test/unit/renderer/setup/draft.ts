/** The starting point of the wizard's tests: a till's first run, and a draft for a live service. */
import type { SetupDraft, SetupSecrets, SetupView } from "../../../../contract/configuration/setup.ts";

export const DEMO_DRAFT: SetupDraft = {
  preset: "demo",
  service: {
    baseUrl: "http://127.0.0.1:39421",
    vendor: "svc",
    merchant: "demo",
    user: "till",
    integrator: null,
    publicKey: null,
    ca: null,
    trustedHosts: ["127.0.0.1"],
  },
  scheme: "RSA-SHA256",
  testbed: false,
  pos: { id: "counter-1", name: "Counter 1", type: "store", location: null },
  currency: "NOK",
  locale: "nb-NO",
  timeZone: null,
  callbacks: { listen: "127.0.0.1:0", publicUrl: null, tls: false },
  mode: "counter",
  shop: null,
  shared: null,
};

export const NO_SECRETS: SetupSecrets = {
  key: null,
  secret: false,
  testbedToken: false,
  tls: null,
  backend: "file",
  weak: false,
};

export const FIRST_RUN: SetupView = {
  state: "first_run",
  environment: "demo",
  draft: DEMO_DRAFT,
  secrets: NO_SECRETS,
  used: false,
  hasOwner: false,
};
