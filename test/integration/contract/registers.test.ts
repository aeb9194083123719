/** The contract's payments over `/api/v1`. */
import { afterAll, beforeAll, describe } from "vitest";
import type { PaymentCaller } from "../../support/carriers.ts";
import { overRegisters } from "../../support/register-caller.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import type { TestTill } from "../../support/test-till.ts";
import { paymentCases } from "./payment-cases.ts";

describe("the contract over /api/v1", () => {
  let world: TestTill;
  let till: PaymentCaller;
  beforeAll(async () => {
    world = await createTillWithRegisters();
    till = await overRegisters(world);
  });
  afterAll(async () => {
    await till[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });
  paymentCases("register", () => ({ world, till }));
});
