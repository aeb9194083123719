import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import { OUT_OF_SERVICE, type OutOfServiceCode } from "../../../../contract/health/out-of-service.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { onlyInService } from "../../../../main/app/in-service.ts";

const STARTED = done({ posTid: "begun" } as Payment);
const CODES = Object.keys(OUT_OF_SERVICE) as OutOfServiceCode[];
const SALE = { action: "SALE", amount: 100 } as const;

function commandsWhile(causes: OutOfServiceCode[], isKiosk = true) {
  const start = async () => STARTED;
  return onlyInService(
    { "payment.start": start, "vend.start": start },
    { isKiosk: () => isKiosk, outOfService: () => causes, isBegun: (reference) => reference === "known" },
  );
}

describe("starting a payment", () => {
  it.each(CODES)(
    "is refused at a kiosk that is out of service (%s), and the message says that no money moved",
    async (code) => {
      const refused = await commandsWhile([code])["payment.start"](SALE);
      expect(refused).toMatchObject({
        ok: false,
        error: { details: { reason: expect.stringMatching(/no money moved/i) } },
      });
      expect(await commandsWhile([code], false)["payment.start"](SALE)).toBe(STARTED);
      expect(await commandsWhile([code])["payment.start"]({ ...SALE, reference: "known" })).toBe(STARTED);
      expect(await commandsWhile([code])["payment.start"]({ ...SALE, reference: "new" })).toMatchObject({ ok: false });
    },
  );

  it("succeeds when the kiosk is in service", async () => {
    expect(await commandsWhile([])["payment.start"](SALE)).toBe(STARTED);
    expect(await commandsWhile([])["vend.start"]({})).toBe(STARTED);
  });
});

describe("starting a vend", () => {
  it.each(CODES)(
    "is refused when the kiosk is out of service (%s), unless the cause is the dispenser",
    async (code) => {
      const answer = await commandsWhile([code])["vend.start"]({});
      expect(answer.ok).toBe(OUT_OF_SERVICE[code] === "dispenser");
    },
  );

  it("reports the cause that is not the dispenser", async () => {
    const answer = await commandsWhile(["dispenser_unfit", "clock_too_far"])["vend.start"]({});
    expect(answer).toMatchObject({ error: { details: { because: { code: "kiosk_clock" } } } });
  });
});
