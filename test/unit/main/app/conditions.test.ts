import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { COMMANDS, type CommandName, commandRow } from "../../../../contract/bridge/commands.ts";
import { done } from "../../../../contract/calls/errors.ts";
import { OUT_OF_SERVICE, type OutOfServiceCode } from "../../../../contract/health/out-of-service.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { rowConditions } from "../../../../main/app/conditions.ts";

const CODES = Object.keys(OUT_OF_SERVICE) as OutOfServiceCode[];
const SALE = { action: "SALE", amount: 100 } as const;
const PAYMENT = { posTid: "shown", text: "Table 4", vend: null, refunds: [], operations: [] } as unknown as Payment;
const ON_SCREEN_COMMANDS = [
  "payment.identify",
  "payment.leave",
  "payment.abort",
  "vend.choose",
  "vend.cancel",
] as const;

interface World {
  causes?: OutOfServiceCode[];
  isKiosk?: boolean;
  isLocked?: boolean;
}

/** Runs the conditions of a command whose handler would answer with a payment. */
async function answer(name: CommandName, input: object, { causes = [], isKiosk = true, isLocked = false }: World = {}) {
  const database = new Sqlite(":memory:");
  onTestFinished(() => void database.close());
  const visibility = {
    isLocked: () => isLocked,
    isOnScreen: (posTid: string) => posTid === "shown",
    canSeePayment: (posTid: string) => posTid !== "hidden",
    canSeePhoneCheck: () => false,
  };
  const conditions = rowConditions({
    database,
    visibility,
    isKiosk: () => isKiosk,
    outOfService: () => causes,
    isStarted: (reference) => reference === "known",
  });
  return await conditions(commandRow(name), input, () => done(PAYMENT));
}

describe("starting a payment", () => {
  it.each(CODES)("is refused at a kiosk that is out of service (%s), and says that no money moved", async (code) => {
    const refused = await answer("payment.start", SALE, { causes: [code] });
    expect(refused).toMatchObject({ error: { details: { reason: expect.stringMatching(/no money moved/i) } } });
    expect(await answer("payment.start", SALE, { causes: [code], isKiosk: false })).toMatchObject({ ok: true });
    const again = { ...SALE, reference: "known" };
    expect(await answer("payment.start", again, { causes: [code] })).toMatchObject({ ok: true });
    expect(await answer("payment.start", { ...SALE, reference: "new" }, { causes: [code] })).toMatchObject({
      ok: false,
    });
  });

  it("succeeds when the kiosk is in service", async () => {
    expect(await answer("payment.start", SALE)).toMatchObject({ ok: true });
    expect(await answer("vend.start", {})).toMatchObject({ ok: true });
  });
});

describe("starting a vend", () => {
  it.each(CODES)("is refused when the kiosk is out of service (%s), except for its dispenser", async (code) => {
    const { ok } = await answer("vend.start", {}, { causes: [code] });
    expect(ok).toBe(OUT_OF_SERVICE[code] === "dispenser");
  });

  it("reports the cause that is not the dispenser", async () => {
    const refused = await answer("vend.start", {}, { causes: ["dispenser_unfit", "clock_too_far"] });
    expect(refused).toMatchObject({ error: { details: { because: { code: "kiosk_clock" } } } });
  });
});

describe("a command about one payment at a locked till", () => {
  it.each(ON_SCREEN_COMMANDS)("%s changes only the payment on the screen", async (name) => {
    const locked = { isLocked: true };
    for (const posTid of ["hidden", "replaced"])
      expect(await answer(name, { posTid }, locked)).toMatchObject({ error: { code: "not_allowed" } });
    expect(await answer(name, {}, locked)).toMatchObject({ error: { code: "not_allowed" } });
    expect(await answer(name, { posTid: "hidden" })).toMatchObject({ value: { text: "Table 4" } });
  });

  it("payment.get also returns a payment that was on the screen until the next one", async () => {
    expect(await answer("payment.get", { posTid: "replaced" }, { isLocked: true })).toMatchObject({ ok: true });
    expect(await answer("payment.get", { posTid: "hidden" }, { isLocked: true })).toMatchObject({ ok: false });
  });

  it("returns the payment as its customer sees it", async () => {
    const locked = await answer("payment.get", { posTid: "shown" }, { isLocked: true });
    expect(locked).toMatchObject({ ok: true, value: { posTid: "shown", text: null } });
  });

  it("is limited in its row, for every payment command that a locked till accepts", () => {
    const unlimited = Object.keys(COMMANDS).filter((name) => {
      const { input, whileLocked, lockedTo } = commandRow(name as CommandName);
      const hasPayment = input.safeParse({}).error?.issues.some(({ path }) => path[0] === "posTid") ?? false;
      return whileLocked !== undefined && hasPayment && lockedTo === undefined;
    });
    expect(unlimited).toEqual([]);
  });
});
