/** Vends at a real machine's port: what dropped is captured, the rest is released, whatever the machine does. */
import { describe, expect, it } from "vitest";
import { BY_PHONE, captured, ORDER, shop, vendEvents } from "../../support/vend-shop.ts";

/** A machine without a response counts as silent after this time. */
const SILENT_MS = 121_000;

describe("a vend", () => {
  it("drops when the customer has approved, and captures the whole amount", async () => {
    await using kept = await shop();
    const started = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    expect(started).toMatchObject({ action: "AUTH", amount: 11_000, vend: { state: "authorising", dropped: [] } });
    expect(kept.machine.motor.size).toBe(0);
    const { tid } = await kept.approved(started.posTid);
    const payment = await kept.waitForEnd(started.posTid);
    expect(payment).toMatchObject({ phase: "captured", capturedTotal: 11_000, vend: { state: "done" } });
    expect(payment.vend?.dropped).toEqual([
      { slot: "A1", quantity: 2 },
      { slot: "B2", quantity: 1 },
    ]);
    expect(kept.machine.motor.get(payment.vend?.id ?? "")).toEqual(payment.vend?.dropped);
    expect(captured(kept, tid)).toEqual([11_000]);
    expect(vendEvents(kept)).toEqual(["vend.started", "vend.ordered", "vend.taken", "vend.reported", "vend.finished"]);
    expect(await kept.world.must("vend.list", {})).toEqual({ items: [], next: null });
  });

  it("captures what dropped before a jam, releases the rest, and books the VAT of that part", async () => {
    await using kept = await shop({ faults: { jamAfter: 1 } });
    const { posTid, tid } = await kept.bought();
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase: "captured", capturedTotal: 2500, vend: { state: "done" } });
    expect(payment.vend?.dropped).toEqual([{ slot: "A1", quantity: 1 }]);
    expect(payment.lines).toEqual([
      { name: "Water", quantity: 1, unitAmount: 2500, productId: "water", vatRate: 1500 },
    ]);
    expect(captured(kept, tid)).toEqual([2500]);
    expect(kept.world.sandbox.payment(tid)).toMatchObject({ status: expect.stringMatching(/^(ok|fail)$/) });
    const vat = kept.world.database.prepare("SELECT rate, gross, vat FROM booking_vat").all();
    expect(vat).toEqual([{ rate: 1500, gross: 2500, vat: 326 }]);
  });

  it.each([
    ["jams at once", { jamAfter: 0 }],
    ["refuses the order", { refuse: 422 }],
  ])("releases everything when the machine %s", async (_, faults) => {
    await using kept = await shop({ faults });
    const { posTid, tid } = await kept.bought();
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase: "released", capturedTotal: 0, vend: { state: "done", dropped: [] } });
    expect(captured(kept, tid)).toEqual([]);
  });

  it.each([
    ["the response to the order is lost", { loseOrders: 2 }, "PUT "],
    ["the order is lost", { loseOrdersBefore: 2 }, "PUT "],
    ["reports are lost or late", { loseReports: 3, pendingReports: 3 }, "GET "],
    ["a machine sends invalid responses for a while", { reportBody: "<html>" }, "GET "],
  ])("drops once when %s", async (_, faults, request) => {
    await using kept = await shop({ faults });
    const { posTid, tid } = await kept.bought();
    await kept.machine.waitForRequests(request, 3);
    kept.machine.faults.reportBody = null;
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase: "captured", capturedTotal: 11_000, vend: { state: "done" } });
    expect(kept.machine.motor.get(payment.vend?.id ?? "")).toEqual(payment.vend?.dropped);
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is polled after a restart, and orders nothing twice", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid, tid } = await kept.bought();
    const { vend } = await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.waitForRequests("GET ", 2);
    await kept.world.restart(() => kept.machine.drop(vend?.id ?? ""));
    await kept.world.asManager();
    await kept.waitForEnd(posTid);
    expect(kept.machine.receivedRequests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
    expect(captured(kept, tid)).toEqual([11_000]);
  });

  it("is cancelled when it has not started in five minutes, and a later approval is released", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(posTid);
    await kept.world.waitForPhase(posTid, "authorised");
    kept.clock.pass(5 * 60_000);
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
    expect(kept.machine.motor.size).toBe(0);
  });
});

describe("an unknown result", () => {
  it.each([
    ["release", "released", 0],
    ["capture", "captured", 11_000],
  ] as const)("is decided by the rule (%s), once, and listed", async (unknownDrop, phase, amount) => {
    await using kept = await shop({ faults: { reportsUnknownDrop: true }, kiosk: { unknownDrop } });
    const { posTid, tid } = await kept.bought();
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase, capturedTotal: amount, vend: { state: "unknown" } });
    expect(captured(kept, tid)).toEqual(amount === 0 ? [] : [amount]);
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([
      { posTid, rule: unknownDrop, isOpen: false, becauseReason: { code: "vend_machine_unsure" } },
    ]);
    const health = async () => (await kept.world.must("diagnostics.health", {})).findings.dispenser;
    expect(await health()).toEqual({ code: "dispenser_unknown", values: { number: 1 } });
    await kept.world.must("vend.acknowledge", { posTid });
    expect(await health()).toEqual({ code: "dispenser_slots", values: { slots: "A1, B2" } });
    for (const slot of ["A1", "B2"]) await kept.world.must("vend.unblock", { slot });
    expect(await health()).toEqual({ code: "dispenser_clear", values: {} });
    expect(await kept.world.must("vend.list", {})).toEqual({ items: [], next: null });
    expect(await kept.world.call("vend.acknowledge", { posTid })).toMatchObject({ error: { code: "illegal_state" } });
  });

  it("is shown with the machine's report", async () => {
    const says = JSON.stringify({ state: "unknown", dropped: [{ slot: "A1", quantity: 1 }] });
    await using kept = await shop({ faults: { reportBody: says } });
    const { posTid } = await kept.bought();
    const { vend } = await kept.waitForEnd(posTid);
    expect(vend).toMatchObject({ state: "unknown", dropped: [{ slot: "A1", quantity: 1 }], payable: 0 });
  });

  it("is listed with its money when the rule could not capture it either", async () => {
    await using kept = await shop({ faults: { reportsUnknownDrop: true }, kiosk: { unknownDrop: "capture" } });
    kept.world.sandbox.faults.refuse("CAPTURE", 400, 1);
    const { posTid } = await kept.bought();
    await kept.world.waitForPayment(posTid, ({ vend }) => vend?.state === "unknown");
    expect((await kept.world.must("vend.list", {})).items[0]?.because).toBe(
      "The machine reports that it does not know what dropped. The items that dropped could not be charged.",
    );
  });

  it("of a machine that lost its orders is decided by the rule, and not taken as empty", async () => {
    await using kept = await shop({ faults: { forgetsVends: true } });
    const { posTid } = await kept.bought();
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "unknown" } });
    expect((await kept.world.must("vend.list", {})).items[0]?.becauseReason.code).toBe("vend_forgotten");
  });

  it("of a silent machine is polled for a day, and then decided by the rule", async () => {
    await using kept = await shop();
    const started = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    kept.machine.faults.isOff = true;
    const { posTid } = await kept.approved(started.posTid);
    await kept.machine.waitForRequests("PUT ", 2);
    await kept.machine.waitForRequests("GET ", 3);
    const silent = await kept.world.must("vend.list", {});
    expect(silent.items).toMatchObject([{ posTid, isOpen: true, becauseReason: { code: "vend_silent" } }]);
    kept.clock.pass(24 * 3_600_000);
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "unknown" } });
    await kept.world.asManager();
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([{ rule: "release", becauseReason: { code: "vend_unanswered" } }]);
  });

  it("can be settled by an operator while the machine is silent, which is polled until it agrees", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { machine, world } = kept;
    const { posTid, tid } = await kept.bought();
    const { vend } = await world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await machine.waitForRequests("GET ");
    const dropped = [{ slot: "B2", quantity: 1 }];
    expect(await world.call("vend.resolve", { posTid, dropped: [{ slot: "B2", quantity: 2 }] })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "dropped" }] } },
    });
    expect(await world.call("vend.resolve", { posTid, dropped })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "vend_not_silent" } } },
    });
    machine.faults.isOff = true;
    kept.clock.pass(SILENT_MS);
    await world.must("vend.resolve", { posTid, dropped });
    await world.waitForPayment(posTid, ({ capturedTotal }) => capturedTotal === 6000);
    await machine.waitForRequests(
      "GET ",
      machine.receivedRequests.filter((request) => request.startsWith("GET ")).length + 2,
    );
    expect(await world.call("vend.resolve", { posTid, dropped: [] })).toMatchObject({
      error: { code: "illegal_state" },
    });
    // The machine's program starts, and does not know the vend yet.
    machine.faults.reportsUnknownVend = true;
    machine.faults.isOff = false;
    await machine.waitForRequests(
      "GET ",
      machine.receivedRequests.filter((request) => request.startsWith("GET ")).length + 3,
    );
    expect(await world.must("payment.get", { posTid })).toMatchObject({ vend: { state: "settling" } });
    machine.faults.jamAfter = 0;
    machine.drop(vend?.id ?? "");
    machine.faults.reportsUnknownVend = false;
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 6000, vend: { state: "unknown", dropped } });
    expect(captured(kept, tid)).toEqual([6000]);
    expect((await world.must("vend.list", {})).items[0]?.because).toContain("[B2: 1], then nothing");
  });

  it("keeps an operator's report against a simultaneous machine response, and shows the difference", async () => {
    await using kept = await shop({ faults: { delaysOrders: true, holdsPolls: true } });
    const { world, machine } = kept;
    const { posTid, tid } = await kept.bought();
    const { vend } = await world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await machine.waitForRequests("GET ");
    kept.clock.pass(SILENT_MS);
    const dropped = [{ slot: "A1", quantity: 1 }];
    await world.must("vend.resolve", { posTid, dropped });
    machine.drop(vend?.id ?? "");
    machine.releasePolls();
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 2500, vend: { state: "unknown", dropped } });
    expect(captured(kept, tid)).toEqual([2500]);
    expect(vendEvents(kept)).not.toContain("vend.reported");
    expect(vendEvents(kept)).toContain("vend.contradicted");
  });

  it("of more drops than ordered is captured up to the order, and listed", async () => {
    await using kept = await shop({ faults: { extra: 3 } });
    const { posTid, tid } = await kept.bought();
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "unknown" } });
    expect(captured(kept, tid)).toEqual([11_000]);
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([{ posTid, rule: null, becauseReason: { code: "vend_other_drop" } }]);
  });

  it("of more drops in one slot and fewer in another is captured for what was ordered and dropped", async () => {
    const says = JSON.stringify({ state: "done", dropped: [{ slot: "A1", quantity: 9 }] });
    await using kept = await shop({ faults: { reportBody: says } });
    const { posTid, tid } = await kept.bought();
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 5000, authorisedLeft: 0 });
    expect(captured(kept, tid)).toEqual([5000]);
    const { items } = await kept.world.must("vend.list", {});
    const values = { captured: { amount: 5000, currency: "NOK" } };
    expect(items).toMatchObject([{ posTid, becauseReason: { code: "vend_other_drop", values } }]);
  });

  it("that a second report contradicts changes no money, and both reports are journalled", async () => {
    await using kept = await shop({ faults: { changesReport: true, jamAfter: 1 } });
    const { posTid, tid } = await kept.bought();
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 2500, vend: { state: "unknown" } });
    expect(captured(kept, tid)).toEqual([2500]);
    const line = kept.world.database.prepare("SELECT data FROM journal WHERE event = 'vend.contradicted'").pluck();
    expect(JSON.parse(String(line.get()))).toMatchObject({ first: "A1: 1", second: "A1: 2" });
  });
});

describe("a deposit", () => {
  it("is reserved first, then used for a choice, and captured for what dropped of it", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid, amount } = await kept.world.must("vend.start", { customer: BY_PHONE });
    expect(amount).toBe(20_000);
    expect(await kept.world.call("vend.choose", { posTid, items: ORDER })).toMatchObject({
      error: { code: "illegal_state" },
    });
    const { tid } = await kept.approved(posTid);
    await kept.world.waitForPhase(posTid, "authorised");
    const tooMuch = [{ productId: "beer", quantity: 4 }];
    expect(await kept.world.call("vend.choose", { posTid, items: tooMuch })).toMatchObject({
      error: { code: "limit" },
    });
    expect(kept.machine.motor.size).toBe(0);
    await kept.world.must("vend.choose", { posTid, items: [{ productId: "water", quantity: 1 }] });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 2500, vend: { state: "done" } });
    expect(captured(kept, tid)).toEqual([2500]);
    expect(kept.world.sandbox.payment(tid)).toMatchObject({ status: expect.stringMatching(/^(ok|fail)$/) });
  });

  it("is released when the customer wants nothing", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(posTid);
    await kept.world.waitForPhase(posTid, "authorised");
    await kept.world.must("vend.cancel", { posTid });
    expect(await kept.waitForEnd(posTid)).toMatchObject({ phase: "released", vend: { state: "cancelled" } });
  });

  it("is refused without a machine", async () => {
    await using kept = await shop();
    expect(await kept.world.call("vend.start", { customer: BY_PHONE })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "vend_no_deposit" } } },
    });
  });
});

describe("a cancel", () => {
  it("before the approval drops nothing, even when the two cross", async () => {
    await using kept = await shop();
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    const { tid } = await kept.world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await Promise.all([kept.world.must("vend.cancel", { posTid }), kept.world.phone.approve(tid ?? "")]);
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ capturedTotal: 0, vend: { state: "cancelled" } });
    expect(["aborted", "released"]).toContain(payment.phase);
    expect(kept.machine.motor.size).toBe(0);
  });

  it("is too late once the machine has the order, as are manual capture and release", async () => {
    await using kept = await shop({ faults: { delaysOrders: true } });
    const { posTid } = await kept.bought();
    const { steps, vend } = await kept.world.waitForPayment(posTid, (payment) => payment.vend?.state === "dispensing");
    await kept.machine.waitForRequests("PUT ");
    expect(steps).toEqual([]);
    for (const command of ["vend.cancel", "payment.release", "payment.capture"] as const)
      expect(await kept.world.call(command, { posTid })).toMatchObject({ error: { code: "illegal_state" } });
    kept.machine.drop(vend?.id ?? "");
    expect(await kept.waitForEnd(posTid)).toMatchObject({ capturedTotal: 11_000, vend: { state: "done" } });
  });
});

describe("late money", () => {
  it("of a vend that the cashier left is released, and nothing drops for it", async () => {
    await using kept = await shop();
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    await kept.world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await kept.world.must("payment.leave", { posTid });
    await kept.approved(posTid);
    const payment = await kept.waitForEnd(posTid);
    expect(payment).toMatchObject({ phase: "released", late: null, vend: { state: "cancelled" } });
    expect(payment.operations.filter(({ kind }) => kind === "release")).toHaveLength(1);
    expect(kept.machine.motor.size).toBe(0);
  });
});

describe("a vend is refused", () => {
  it.each([
    ["at an unfit machine", { healthStatus: 503 }, "vend_machine_unfit"],
    ["at an address of another program", { healthStatus: 404 }, "vend_machine_strange"],
    ["at a machine that does not respond", { isOff: true }, "vend_machine_unreached"],
  ] as const)("%s", async (_, faults, code) => {
    await using kept = await shop({ faults });
    const refused = await kept.world.call("vend.start", { items: ORDER });
    expect(refused).toMatchObject({ error: { code: "illegal_state", details: { because: { code } } } });
    expect(kept.world.sandbox.payments()).toEqual([]);
  });

  it("without a machine", async () => {
    await using kept = await shop({ kiosk: { dispenser: { driver: "none" } } });
    expect(await kept.world.call("vend.start", { items: ORDER })).toMatchObject({
      error: { details: { because: { code: "vend_no_machine" } } },
    });
  });

  it("for a product without a slot, or one that is not sold", async () => {
    await using kept = await shop();
    const items = [
      { productId: "water", quantity: 1 },
      { productId: "crisps", quantity: 1 },
      { productId: "wine", quantity: 1 },
    ];
    expect(await kept.world.call("vend.start", { items })).toMatchObject({
      error: {
        code: "invalid_input",
        details: { fields: [{ field: "items[1].productId" }, { field: "items[2].productId" }] },
      },
    });
  });

  it("while the service is unreachable", async () => {
    await using kept = await shop();
    kept.world.sandbox.faults.loseRequest("ANY", 1000);
    await kept.world.call("queue.tryNow", {});
    await kept.world.waitForTerminal(({ connectivity }) => connectivity === "offline");
    expect(await kept.world.call("vend.start", { items: ORDER })).toMatchObject({ error: { code: "offline" } });
  });
});

describe("a customer at the kiosk", () => {
  it("chooses for the deposit on the screen, sees the result, and can start the next sale", async () => {
    await using kept = await shop({ mode: "kiosk", kiosk: { deposit: 20_000 }, faults: { delaysOrders: true } });
    const { world, machine } = kept;
    await world.must("staff.signOut", {});
    const { posTid } = await world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(posTid);
    await world.waitForPhase(posTid, "authorised");
    expect(await world.must("display.get", {})).toMatchObject({ state: "wait", text: "choose" });
    const chosen = await world.must("vend.choose", { posTid, items: [{ productId: "water", quantity: 1 }] });
    expect(chosen).toMatchObject({ lines: [], tid: null, vend: { id: "", items: [{ name: "Water", unitAmount: 0 }] } });
    await machine.waitForRequests("PUT ");
    expect(await world.must("display.get", {})).toMatchObject({ state: "wait", text: "dispensing" });
    expect(await world.call("vend.cancel", { posTid })).toMatchObject({ error: { code: "illegal_state" } });
    for (const request of machine.receivedRequests) machine.drop(request.replace("PUT ", ""));
    await kept.waitForEnd(posTid);
    const { vend } = await world.must("payment.get", { posTid });
    expect(vend).toMatchObject({ id: "", state: "done", dropped: [{ slot: "A1", quantity: 1 }] });
    const next = await world.must("vend.start", { customer: BY_PHONE });
    expect(await world.must("vend.cancel", { posTid: next.posTid })).toMatchObject({ vend: { state: "cancelled" } });
  });

  it("controls only the payment on the screen, and has no operator rights", async () => {
    await using kept = await shop({ mode: "kiosk", kiosk: { deposit: 20_000 } });
    const { posTid: staffs } = await kept.world.must("vend.start", { customer: BY_PHONE });
    await kept.approved(staffs);
    await kept.world.must("staff.signOut", {});
    const refused = { error: { code: "not_allowed" } };
    const { posTid } = await kept.world.must("vend.start", { customer: BY_PHONE });
    const items = [{ productId: "water", quantity: 1 }];
    expect(await kept.world.call("vend.resolve", { posTid, dropped: [] })).toMatchObject(refused);
    expect(await kept.world.call("vend.list", {})).toMatchObject(refused);
    expect(await kept.world.call("vend.choose", { posTid: "another", items })).toMatchObject(refused);
    expect(await kept.world.call("vend.cancel", { posTid: "another" })).toMatchObject(refused);
  });
});
