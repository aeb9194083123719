/** The contract's payments over `/api/v1`, in whatever dialect the service speaks to the till. */
import { afterAll, beforeAll, describe } from "vitest";
import { DIALECTS } from "../../../sandbox/dialect/dialect.ts";
import type { PaymentCaller } from "../../support/carriers.ts";
import { overRegisters } from "../../support/register-caller.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import type { TestTill } from "../../support/test-till.ts";
import { paymentCases } from "./payment-cases.ts";

describe.each(DIALECTS)("the contract over /api/v1, with a service that speaks the %s dialect", (dialect) => {
  let world: TestTill;
  let till: PaymentCaller;
  beforeAll(async () => {
    world = await createTillWithRegisters({ sandbox: { dialect, dialectSeed: 1 } });
    till = await overRegisters(world);
  });
  afterAll(async () => {
    await till[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });
  paymentCases("register", () => ({ world, till }));
});
