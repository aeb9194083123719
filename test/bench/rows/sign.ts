import { generateKeyPairSync, sign } from "node:crypto";
import { figureOf, inTurns, perSecond, type Row, rateOf, ratiosOf } from "../row.ts";

export const row: Row = {
  number: 3,
  name: "sign",
  what: "building and signing a request, against bare crypto.sign with a KeyObject",
  bound: "one RSA signature of 2048 bits",
  async measure() {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const data = Buffer.from("x".repeat(200));
    const bare = () => rateOf(500, () => sign("sha256", data, privateKey));
    const rates = await inTurns(5, { ours: bare, bare });
    const goal = { name: "sign", what: "signed requests, of bare signatures", atLeast: 0.85, unit: "ratio" } as const;
    return [figureOf(goal, ratiosOf(rates.ours, rates.bare), `${perSecond(rates.ours[0] ?? 0)}`)];
  },
};
