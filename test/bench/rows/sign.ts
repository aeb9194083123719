import { sign } from "node:crypto";
import { tillHeaders } from "../../../main/service/api/authentication.ts";
import { createEndpoints, path } from "../../../main/service/api/paths.ts";
import { encodePaymentRequest } from "../../../main/service/api/payment-request.ts";
import { signatureMessage } from "../../../main/service/api/signing.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, ratiosOf } from "../row.ts";
import { throughputOf } from "../throughput.ts";

const IDENTITY = { vendor: "svc", merchant: "T001", user: "till", integrator: null, testbedToken: null };
const CREATION = {
  action: "AUTH",
  allow_credit: true,
  amount: 24_900,
  currency: "NOK",
  customer: "4791234567",
  pos_id: "counter-1",
  pos_tid: "ABCD-0000001",
  text: "Table 12",
  callback_uri: "https://till.example.com/callbacks/0123456789abcdef0123456789abcdef",
  expires_in: 300,
} as const;

export const row: Row = {
  number: 3,
  name: "sign",
  what: "building and signing a request, against bare crypto.sign with a KeyObject",
  bound: "one RSA signature of 2048 bits",
  async measure() {
    const { privateKey } = throwawayKeyPair("till");
    const endpoints = createEndpoints("https://service.example.com");
    const built = () => {
      const body = encodePaymentRequest(CREATION);
      if (!body.ok) throw new Error(body.error.detail);
      const { href } = endpoints.api(path("payment_request") ?? "");
      const unsigned = {
        method: "POST",
        url: href,
        body: body.value,
        contentType: "application/json",
        now: Date.now(),
      };
      return { href, headers: tillHeaders(IDENTITY, { scheme: "RSA-SHA256", privateKey }, unsigned).headers };
    };
    const { href, headers } = built();
    const message = Buffer.from(signatureMessage("POST", href, headers, "svc"));
    const rates = await inTurns(30, {
      ours: () => throughputOf(built),
      bare: () => throughputOf(() => sign("sha256", message, privateKey)),
    });
    const what = "signed requests, vs bare signatures";
    const detail = `${perSecond(medianOf(rates.ours))} of ${perSecond(medianOf(rates.bare))}`;
    return [figureOf({ name: "sign", what, atLeast: 0.85, unit: "ratio" }, ratiosOf(rates.ours, rates.bare), detail)];
  },
};
