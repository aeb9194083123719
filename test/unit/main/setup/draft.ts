import type { SetupDraft } from "../../../../contract/setup.ts";

/** A draft in which nothing is wrong, for a live service. */
export const DRAFT: SetupDraft = {
  preset: "custom",
  service: {
    ...{ baseUrl: "https://pay.example", vendor: "svc", merchant: "T001", user: "till", integrator: null },
    ...{ publicKey: null, ca: null, trustedHosts: ["pay.example"] },
  },
  scheme: "RSA-SHA256",
  testbed: false,
  pos: { id: "counter-1", name: "Counter 1", type: "store", location: null },
  ...{ currency: "NOK", locale: "nb-NO", timeZone: "Europe/Oslo", mode: "counter" },
  callbacks: { listen: null, publicUrl: null, tls: false },
};
