import { sign } from "node:crypto";
import { Pool } from "undici";
import { systemClock } from "../../../main/lib/clock.ts";
import { recordExchanges } from "../../../main/payments/exchanges/recorder.ts";
import { tillHeaders } from "../../../main/service/api/authentication.ts";
import { createApiClient } from "../../../main/service/api/client.ts";
import { encodePaymentRequest, postPaymentRequest } from "../../../main/service/api/payment-request.ts";
import { signatureMessage } from "../../../main/service/api/signing.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { startServer } from "../other-process.ts";
import { figureOf, inTurns, medianOf, perSecond, type Row, rateOf, ratiosOf } from "../row.ts";

const ROUNDS = 24;
const REQUESTS = 500;
const IDENTITY = { vendor: "svc", merchant: "T001", user: "till", integrator: null, testbedToken: null };
const CREATION = {
  action: "AUTH",
  allow_credit: true,
  amount: 24_900,
  currency: "NOK",
  customer: "4791234567",
  pos_id: "counter-1",
  pos_tid: "ABCD-0000001",
  callback_uri: "https://till.example.com/callbacks/0123456789abcdef0123456789abcdef",
  expires_in: 300,
} as const;

export const row: Row = {
  number: 4,
  name: "post",
  what: "a signed POST over a persistent connection, one in flight, against signing and undici alone",
  bound: "one RSA signature of 2048 bits, and the round trip",
  async measure() {
    await using server = await startServer("created-only");
    const { privateKey } = throwawayKeyPair("till");
    const encoded = encodePaymentRequest(CREATION);
    if (!encoded.ok) throw new Error(encoded.error.detail);
    const body = encoded.value;
    const credentials = { scheme: "RSA-SHA256", privateKey } as const;
    // The rate limit uses this clock: a thousand times faster, so no request waits.
    const clock = { ...systemClock, monotonic: () => performance.now() * 1000 };
    const api = createApiClient({ service: { baseUrl: server.url, ...IDENTITY }, credentials, clock });
    const sendByTill = async () => {
      const recorder = recordExchanges(api, clock);
      const answer = await postPaymentRequest(recorder.api, body);
      if (!answer.ok || recorder.drain().length !== 1) throw new Error("the request was not taken");
    };
    const pool = new Pool(server.url, { connections: 1, pipelining: 1 });
    const url = api.endpoints.api("/payment_request/").href;
    const unsigned = { method: "POST", url, body, contentType: "application/json", now: Date.now() };
    const { headers } = tillHeaders(IDENTITY, credentials, unsigned);
    const message = Buffer.from(signatureMessage("POST", url, headers, "svc"));
    const path = new URL(url).pathname;
    const bare = async () => {
      const Authorization = `RSA-SHA256 ${sign("sha256", message, privateKey).toString("base64")}`;
      const answer = await pool.request({ path, method: "POST", headers: { ...headers, Authorization }, body });
      await answer.body.bytes();
      if (answer.statusCode !== 201) throw new Error(`the server responded with ${answer.statusCode}`);
    };
    const rates = await inTurns(ROUNDS, {
      ours: () => rateOf(REQUESTS, sendByTill),
      bare: () => rateOf(REQUESTS, bare),
    });
    await Promise.all([api.close(), pool.close()]);
    const what = "signed requests, vs signing and undici alone";
    const detail = `${perSecond(medianOf(rates.ours))} of ${perSecond(medianOf(rates.bare))}`;
    return [figureOf({ name: "post", what, atLeast: 0.85, unit: "ratio" }, ratiosOf(rates.ours, rates.bare), detail)];
  },
};
