import { createPublicKey, hash, sign, verify } from "node:crypto";
import { signatureMessage } from "../../../main/service/api/signing.ts";
import { verifyCallback } from "../../../main/service/api/verify-callback.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, ratiosOf } from "../row.ts";
import { throughputOf } from "../throughput.ts";

const URL = "https://till.example.com/callbacks/0123456789abcdef0123456789abcdef";
const NOW = Date.UTC(2026, 5, 1, 12);

export const row: Row = {
  number: 5,
  name: "verify",
  what: "a callback's digest and signature, against bare node:crypto",
  bound: "one RSA verification of 2048 bits",
  async measure() {
    const { privateKey } = throwawayKeyPair("service");
    const publicKey = createPublicKey(privateKey);
    const body = Buffer.from(JSON.stringify(capturedMessage()));
    const signed = {
      "X-Svc-Merchant": "T001",
      "X-Svc-Timestamp": new Date(NOW).toISOString().slice(0, 19).replace("T", " "),
      "X-Svc-Content-Digest": `SHA256=${hash("sha256", body, "base64")}`,
    };
    const message = Buffer.from(signatureMessage("POST", URL, signed, "svc"));
    const signature = sign("sha256", message, privateKey);
    const headers = Object.entries({
      Host: "till.example.com",
      "Content-Type": "application/vnd.svc.api.merchant.v1+json",
      "Content-Length": String(body.length),
      ...signed,
      Authorization: `RSA-SHA256 ${signature.toString("base64")}`,
      Connection: "keep-alive",
    });

    const verifyByTill = () => {
      const received = { method: "POST", url: URL, headers, body, vendor: "svc", publicKey };
      const { verdict } = verifyCallback({ ...received, now: NOW });
      if (verdict !== "applied") throw new Error(`the callback is ${verdict}`);
    };
    const text = message.toString();
    const base64 = signature.toString("base64");
    const same = () => {
      const isWhole = `SHA256=${hash("sha256", body, "base64")}` === signed["X-Svc-Content-Digest"];
      const bytes = Buffer.from(base64, "base64");
      if (!isWhole || bytes.toString("base64") !== base64 || !verify("sha256", Buffer.from(text), publicKey, bytes))
        throw new Error("it is not verified");
    };
    const bare = () => verify("sha256", message, publicKey, signature);
    const rates = await inTurns(40, {
      ours: () => throughputOf(verifyByTill),
      same: () => throughputOf(same),
      bare: () => throughputOf(bare),
    });
    const what = "callbacks verified, vs bare node:crypto";
    const [own, others, one] = [rates.ours, rates.same, rates.bare].map((each) => perSecond(medianOf(each)));
    const detail = `${own} of ${others}; of bare verifications ${one}`;
    return [figureOf({ name: "verify", what, atLeast: 0.8, unit: "ratio" }, ratiosOf(rates.ours, rates.same), detail)];
  },
};

/** Creates a callback of the usual size. */
function capturedMessage() {
  const uri = "https://service.example.com/merchant/v1/payment_request/9a8b7c6d5e4f/outcome/";
  const object = {
    currency: "NOK",
    amount: 24_900,
    additional_amount: 0,
    auth_amount: 0,
    auth_additional_amount: 0,
    captures: [{ id: "K7Q2M9", amount: 24_900, additional_amount: 0 }],
    refunds: [],
    status: "ok",
    status_code: 2000,
    customer: "4791234567",
    date_modified: "2026-06-01 12:00:00",
    date_expires: null,
    credit: false,
    interchange_fee: 0,
    transaction_fee: 125,
    attachment_uri: "https://service.example.com/attachment/0123456789abcdef/",
    pos_id: "counter-1",
    pos_tid: "ABCD-0000001",
    tid: "9a8b7c6d5e4f",
  };
  return { meta: { id: "message-1", event: "payment_captured", uri, timestamp: "2026-06-01 12:00:00" }, object };
}
