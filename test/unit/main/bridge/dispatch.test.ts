import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import type { StaffRole } from "../../../../contract/values/roles.ts";
import { type CommandHandlers, createDispatch } from "../../../../main/bridge/dispatch.ts";
import { handlersWith, openTo, readableLog } from "./test-bridge.ts";

function dispatcher(own: Partial<CommandHandlers>, role: StaffRole | null = null) {
  const log = readableLog();
  return {
    ...log,
    dispatch: createDispatch({
      handlers: handlersWith(own),
      ...openTo(() => role),
      undoSignIn: () => undefined,
      log: log.log,
    }),
  };
}

const REFUND = { posTid: "P1", amount: 100, reason: "broken" };

describe("dispatch", () => {
  it("passes the checked input to the handler and returns its result", async () => {
    const { dispatch } = dispatcher({
      "payment.timeline": ({ posTid }) => done({ entries: [{ at: posTid, event: "payment.started", values: {} }] }),
    });
    expect(await dispatch("payment.timeline", { posTid: "P1" })).toEqual(
      done({ entries: [{ at: "P1", event: "payment.started", values: {} }] }),
    );
  });

  it("treats no input as an empty one", async () => {
    const received: unknown[] = [];
    const { dispatch } = dispatcher({
      "staff.signOut": (input) => {
        received.push(input);
        return done({ role: null });
      },
    });
    expect(await dispatch("staff.signOut", undefined)).toEqual(done({ role: null }));
    expect(received).toEqual([{}]);
  });

  it("rejects a bad input with its fields, before the handler runs", async () => {
    let called = false;
    const { dispatch } = dispatcher({
      "staff.signOut": () => {
        called = true;
        return done({ role: null });
      },
    });
    expect(await dispatch("staff.signOut", { now: true })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", details: { fields: [{ field: "now", expected: "no such field" }] } },
    });
    expect(called).toBe(false);
  });

  it.each(["payment.steal", "constructor", "__proto__", "toString", "hasOwnProperty", ""])(
    "rejects the unknown command %j",
    async (name) => {
      expect(await dispatcher({}).dispatch(name, {})).toEqual({ unknownCommand: true });
    },
  );

  it("checks the fields first, then the role", async () => {
    const { dispatch } = dispatcher({}, "cashier");
    expect(await dispatch("payment.refund", { ...REFUND, amount: -1 })).toMatchObject({
      error: { code: "invalid_input" },
    });
    expect(await dispatch("payment.refund", REFUND)).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("answers an exception with an id, and logs the details under that id only", async () => {
    const { dispatch, lines } = dispatcher({
      "staff.signOut": async () => {
        throw new Error("disk on fire at sector 7");
      },
    });
    const result = await dispatch("staff.signOut", {});
    expect(result).toMatchObject({ ok: false, error: { code: "internal", details: { errorId: expect.any(String) } } });
    expect(JSON.stringify(result)).not.toContain("sector 7");
    const { errorId } = (result as { error: { details: { errorId: string } } }).error.details;
    expect(lines.find((line) => line.includes(errorId))).toContain("sector 7");
  });
});
