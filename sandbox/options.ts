import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { decodeText } from "../contract/values/text-files.ts";
import { DIALECTS } from "./dialect/dialect.ts";
import type { SandboxOptions } from "./service.ts";

export const USAGE = `npm run sandbox -- [options]
  --data DIR             folder for its state and credentials (default: ./sandbox-data)
  --port N               port to listen on (default: the previous port, or any free port)
  --host ADDRESS         the address to listen on (default: 127.0.0.1)
  --merchant ID          the merchant's id (default: T001)
  --merchant-name NAME   the merchant's name
  --currency CODE        the merchant's currency (default: NOK)
  --vendor TOKEN         the vendor token of headers and media types (default: svc)
  --dialect NAME         strict, family or hostile: the form of responses
  --dialect-seed N       repeats the responses of a hostile dialect
  --media-type TOKEN     the vendor token of media types, if it differs from --vendor
  --service-key-bits N   1024 for a key too weak to verify callbacks (default: 2048)
  --testbed-token TOKEN  require this X-Testbed-Token
  --second-merchant ID   another merchant, with its credentials in DIR/merchant-ID/
  --integrator ID        an integrator, with its key in DIR/integrator-ID-private.pem
  --users on|off         user endpoint; off responds with 405 (default: on)
  --sale-captures        the service captures each SALE
  --tls-cert FILE --tls-key FILE   serve HTTPS
  --callback-ca FILE     a certificate authority of HTTPS callback receivers`;

export interface CommandLine {
  help: boolean;
  options: SandboxOptions & { dataDir: string };
  /** Additional merchant and integrator that get credentials */
  further: { merchant: string | null; integrator: string | null };
}

const NAME = /^[\w-][\w.-]{0,63}$/;

/** Parses the command line, or returns `help`. Throws an Error that names the wrong option. */
export function readOptions(args: string[]): CommandLine {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", default: false },
      data: { type: "string", default: "sandbox-data" },
      port: { type: "string" },
      host: { type: "string" },
      merchant: { type: "string", default: "T001" },
      "merchant-name": { type: "string", default: "Kaffebaren Grünerløkka" },
      currency: { type: "string" },
      vendor: { type: "string" },
      dialect: { type: "string" },
      "dialect-seed": { type: "string" },
      "media-type": { type: "string" },
      "service-key-bits": { type: "string" },
      "testbed-token": { type: "string" },
      "second-merchant": { type: "string" },
      integrator: { type: "string" },
      users: { type: "string", default: "on" },
      "sale-captures": { type: "boolean" },
      "tls-cert": { type: "string" },
      "tls-key": { type: "string" },
      "callback-ca": { type: "string" },
    },
  });
  const options = {
    dataDir: resolve(values.data),
    merchant: {
      id: checked("merchant", values.merchant, /^[\x21-\x7e]{1,200}$/, "visible ASCII"),
      name: values["merchant-name"],
    },
    ...(values.port === undefined ? {} : { port: readPort(values.port), strictPort: true }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(values.currency === undefined
      ? {}
      : { currency: checked("currency", values.currency, /^[A-Z]{3}$/, "an ISO 4217 code") }),
    ...(values.vendor === undefined ? {} : { vendor: checkedToken("vendor", values.vendor) }),
    ...readDialect(values),
    ...(values["testbed-token"] === undefined ? {} : { testbedToken: values["testbed-token"] }),
    ...(values["sale-captures"] === undefined ? {} : { saleCapturesItself: values["sale-captures"] }),
    ...(values["callback-ca"] === undefined ? {} : { callbackCa: readText(values["callback-ca"]) }),
    users: checked("users", values.users, /^(on|off)$/, "on or off") === "on" ? ("supported" as const) : (405 as const),
    ...readTls(values["tls-cert"], values["tls-key"]),
  };
  const further = {
    merchant: optional("second-merchant", values["second-merchant"], NAME, "letters, digits, _ . -"),
    integrator: optional("integrator", values.integrator, NAME, "letters, digits, _ . -"),
  };
  return { help: values.help, options, further };
}

function optional(name: string, text: string | undefined, pattern: RegExp, expected: string): string | null {
  return text === undefined ? null : checked(name, text, pattern, expected);
}

function readDialect(values: {
  dialect?: string;
  "dialect-seed"?: string;
  "media-type"?: string;
  "service-key-bits"?: string;
}): Pick<SandboxOptions, "dialect" | "dialectSeed" | "mediaType" | "serviceKeyBits"> {
  const { dialect, "dialect-seed": seed, "media-type": mediaType, "service-key-bits": bits } = values;
  const name = DIALECTS.find((known) => known === dialect && known !== "house");
  if (dialect !== undefined && !name) throw new Error("--dialect: expected strict, family or hostile");
  return {
    ...(name ? { dialect: name } : {}),
    ...(seed === undefined ? {} : { dialectSeed: Number(checked("dialect-seed", seed, /^\d{1,9}$/, "a number")) }),
    ...(mediaType === undefined ? {} : { mediaType: checkedToken("media-type", mediaType) }),
    ...(bits === undefined
      ? {}
      : {
          serviceKeyBits: checked("service-key-bits", bits, /^(1024|2048)$/, "1024 or 2048") === "1024" ? 1024 : 2048,
        }),
  };
}

function checkedToken(name: string, text: string): string {
  return checked(name, text, /^[A-Za-z][A-Za-z0-9-]*$/, "letters, digits and -");
}

function readTls(cert: string | undefined, key: string | undefined): Pick<SandboxOptions, "tls"> {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) throw new Error("--tls-cert and --tls-key belong together");
  return { tls: { cert: readText(cert), key: readText(key) } };
}

function readText(path: string): string {
  return decodeText(readFileSync(path), "en").text;
}

function readPort(text: string): number {
  const port = Number(checked("port", text, /^\d{1,5}$/, "a number from 0 to 65535"));
  if (port > 65_535) throw new Error("--port: expected a number from 0 to 65535");
  return port;
}

function checked(name: string, text: string, pattern: RegExp, expected: string): string {
  if (!pattern.test(text)) throw new Error(`--${name}: expected ${expected}`);
  return text;
}
