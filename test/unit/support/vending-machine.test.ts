/** The simulated machine follows the protocol for machines: tests of the till depend on that. */
import { describe, expect, it } from "vitest";
import { serveHttp } from "../../dispenser/http-side.ts";
import { createVendingMachine, type MachineOptions, type VendingMachine } from "../../dispenser/machine.ts";
import { checksum, serialSide } from "../../dispenser/serial-side.ts";
import { createManualClock } from "../../support/clock.ts";

function machineOnClock(options: Partial<MachineOptions> = {}) {
  const clock = createManualClock();
  return { clock, machine: createVendingMachine({ clock, ...options }) };
}

/** Sends text to a machine's serial side. @returns its reply, without number and checksum */
function speaker(machine: VendingMachine) {
  const side = serialSide(machine);
  return (words: string): string => {
    const text = `>01 ${words}`;
    const sum = checksum(Buffer.from(text)).toString(16).toUpperCase().padStart(4, "0");
    return (
      side
        .received(Buffer.from(`${text}*${sum}\n`))
        .slice(4)
        .split("*")[0] ?? ""
    );
  };
}

describe("the simulated machine on a serial line", () => {
  it("vends once, for any repetitions", async () => {
    const { clock, machine } = machineOnClock();
    const say = speaker(machine);
    const order = ["BEGIN v1 1", "REQUEST v1 1 A1 1", "REQUEST v1 1 A1 1", "VEND v1", "VEND v1"];
    expect(order.map(say)).toEqual(["OPEN v1", "APPROVED v1 1", "APPROVED v1 1", "PENDING v1 1", "PENDING v1 1"]);
    await clock.advance(1200);
    const again = ["BEGIN v1 1", "REQUEST v1 1 A1 1", "VEND v1", "CANCEL v1"];
    expect(again.map(say)).toEqual(again.map(() => "SUCCESS v1 1"));
    machine.cutPower();
    machine.powerOn();
    expect(say("VEND v1")).toBe("SUCCESS v1 1");
    expect(machine.droppedItems.get("A1")).toBe(1);
  });

  it("rejects a vend below the paid amount", () => {
    const say = speaker(machineOnClock().machine);
    expect(["BEGIN v1 2", "REQUEST v1 1 A1 1", "VEND v1"].map(say)).toEqual([
      "OPEN v1",
      "APPROVED v1 1",
      "DENIED v1 items",
    ]);
    expect(say("ASK v1")).toBe("STRANGE v1");
  });

  it("rejects more items than it has memory for, and unknown slots", () => {
    const { machine } = machineOnClock();
    machine.fill("B3", 1);
    const say = speaker(machine);
    say("BEGIN v1 20");
    expect(say("REQUEST v1 1 B3 2")).toBe("DENIED v1 1 empty");
    expect(say("REQUEST v1 2 A1 1")).toBe("DENIED v1 2 items");
    for (let item = 1; item <= 8; item++) say(`REQUEST v1 ${item} A1 1`);
    expect(say("REQUEST v1 9 A1 1")).toBe("DENIED v1 9 items");
  });

  it("remembers its stated number of vends across a power cut, and no others", async () => {
    const { clock, machine } = machineOnClock({ remembers: 2 });
    for (const id of ["v1", "v2", "v3"]) {
      machine.vend(id, [{ slot: "A1", quantity: 1 }]);
      await clock.advance(1200);
    }
    machine.cutPower();
    machine.powerOn();
    const say = speaker(machine);
    expect(say("HELLO 1")).toBe("READY 1 2");
    expect(["ASK v1", "ASK v2", "ASK v3"].map(say)).toEqual(["STRANGE v1", "SUCCESS v2 1", "SUCCESS v3 1"]);
  });

  it("responds with an error to unknown lines", () => {
    const say = speaker(machineOnClock().machine);
    say("BEGIN v1 1");
    expect(["DANCE v1", "ASK"].map(say)).toEqual(["ERROR verb", "ERROR words"]);
  });
});

describe("the simulated machine over HTTP", () => {
  const ITEMS = { items: [{ slot: "A1", quantity: 2 }] };

  it("vends once, reports the result, and reports its fitness", async () => {
    const { clock, machine } = machineOnClock();
    await using http = await serveHttp(machine, 0);
    const put = () => fetch(`${http.url}vends/v1`, { method: "PUT", body: JSON.stringify(ITEMS) });
    const ask = async () => (await fetch(`${http.url}vends/v1`)).json();
    expect((await fetch(http.url)).ok).toBe(true);
    expect((await fetch(`${http.url}vends/v1`)).status).toBe(404);
    expect((await put()).ok).toBe(true);
    expect((await put()).ok).toBe(true);
    expect(await ask()).toEqual({ state: "pending", dropped: [] });
    await clock.advance(2400);
    expect((await put()).ok).toBe(true);
    expect(await ask()).toEqual({ state: "done", dropped: [{ slot: "A1", quantity: 2 }] });
    expect(machine.droppedItems.get("A1")).toBe(2);
    machine.faults.outOfServiceReason = "door";
    expect((await fetch(http.url)).ok).toBe(false);
  });

  it("reports a jam as done, and garbles a response, when configured", async () => {
    const { clock, machine } = machineOnClock();
    await using http = await serveHttp(machine, 0);
    Object.assign(machine.faults, { jam: "*", reportsFailureAsDone: true });
    await fetch(`${http.url}vends/v1`, { method: "PUT", body: JSON.stringify(ITEMS) });
    await clock.advance(2400);
    machine.faults.corruptResponses = 1;
    const [garbled, report] = ['"state":"done","dropped":[]}', '{"state":"done","dropped":[]}'];
    for (const expected of [garbled, report]) expect(await (await fetch(`${http.url}vends/v1`)).text()).toBe(expected);
    expect(machine.faults.reportsFailureAsDone).toBe(false);
  });

  it("refuses unknown slots and malformed orders, and sends no response without power or when it is lost", async () => {
    const { machine } = machineOnClock();
    await using http = await serveHttp(machine, 0);
    const put = (body: string) => fetch(`${http.url}vends/v1`, { method: "PUT", body });
    machine.fill("A1", 1);
    expect((await put(JSON.stringify(ITEMS))).status).toBe(409);
    expect((await put("{}")).status).toBe(400);
    expect((await put("nonsense")).status).toBe(400);
    machine.faults.loseResponses = 1;
    await expect(fetch(http.url)).rejects.toThrow();
    expect((await fetch(http.url)).ok).toBe(true);
    machine.cutPower();
    await expect(fetch(http.url)).rejects.toThrow();
    expect(machine.droppedItems.size).toBe(0);
  });
});
