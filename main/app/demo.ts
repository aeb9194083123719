/** The demo: an embedded sandbox, and a till provisioned for it. The only file that knows both. */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { join } from "node:path";
import { DEMO_PIN } from "../../contract/calls/pins.ts";
import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import { formatMoney } from "../../contract/values/money.ts";
import type { Sandbox } from "../../sandbox/service.ts";
import type { EventStream } from "../bridge/events.ts";
import { DEMO_CATALOGUE } from "../configuration/catalogue/demo-catalogue.ts";
import { makePrivateKey } from "../configuration/keys/prepare.ts";
import { type Checked, checkSettings } from "../configuration/settings/provision.ts";
import type { Log } from "../lib/log.ts";
import type { Vault } from "../storage/vault/vault.ts";

const LOCALE = "nb-NO";
const USER = "till";

export interface Demo {
  url: string;
  provisioning: Checked;
  shown: NonNullable<Terminal["demo"]>;
  /** Shows the till's codes on the simulated phone until the returned function is called. */
  follow(events: EventStream): () => void;
  close(): Promise<void>;
}

/**
 * Starts the sandbox in the data folder and registers the till's key.
 * @param storedBefore earlier settings of the demo; only the service's port may change
 */
export async function startDemo(
  { dataDir, vault, log }: { dataDir: string; vault: Vault; log: Log },
  storedBefore: StoredSettings | null,
): Promise<Demo> {
  const { startSandbox } = await import("../../sandbox/service.ts");
  const sandbox = await startSandbox({
    dataDir: join(dataDir, "sandbox"),
    currency: storedBefore?.currency ?? FIRST.currency,
    log: log.child({ part: "sandbox" }),
  });
  const privateKey = vault.get("privateKey") ?? (await makePrivateKey());
  const publicKeyPem = createPublicKey(createPrivateKey(privateKey)).export({ type: "spki", format: "pem" }).toString();
  sandbox.provision({ user: USER, publicKeyPem });
  return {
    url: sandbox.url,
    provisioning: provisioningFor(sandbox, { privateKey, tlsKey: vault.get("tlsKey") }, storedBefore),
    shown: { phoneUrl: sandbox.phoneUrl, managerPin: DEMO_PIN },
    follow(events) {
      const shown = new Map<string, string>();
      return events.subscribe(({ event }) => {
        if (event.type === "payment.changed") showCode(sandbox, shown, event.payment);
      });
    },
    close: () => sandbox.close(),
  };
}

/** The demo's settings until a person changes them. */
const FIRST = {
  pos: { id: "counter-1", name: "Counter 1", type: "store" as const },
  currency: "NOK",
  locale: LOCALE,
  callbacks: { listen: "127.0.0.1:0" },
  ...DEMO_CATALOGUE,
};

function provisioningFor(
  sandbox: Sandbox,
  keys: { privateKey: string; tlsKey: string | null },
  storedBefore: StoredSettings | null,
): Checked {
  const checked = checkSettings({
    ...(storedBefore ?? FIRST),
    service: {
      baseUrl: sandbox.serviceUrl,
      merchant: sandbox.merchant.id,
      user: USER,
      scheme: "RSA-SHA256",
      publicKey: sandbox.callbackPublicKeyPem,
      trustedHosts: ["127.0.0.1"],
    },
    demo: true,
    secrets: { ...keys, secret: null },
  });
  if (!checked.ok) throw new Error(`the demo's own provisioning is wrong: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

function showCode(
  sandbox: Sandbox,
  shown: Map<string, string>,
  { posTid, qr, number, amount, additionalAmount, currency }: Payment,
): void {
  const previous = shown.get(posTid);
  if (previous === qr?.text) return;
  if (previous !== undefined) sandbox.hideCode(previous);
  if (qr === null) {
    shown.delete(posTid);
    return;
  }
  shown.set(posTid, qr.text);
  sandbox.showCode(qr.text, `${number} · ${formatMoney(amount + additionalAmount, currency, LOCALE)}`);
}
