/** A till with vends that need review: one with an unknown drop, and copies of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { type FakeDispenser, startFakeDispenser } from "../support/fake-dispenser.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { type DesktopRuntime, expect, openWindow } from "./fixtures.ts";
import { customerOf, goods, MANAGER_PIN } from "./kiosk-shop.ts";

interface VendOptions {
  /** Number of finished vends to review */
  over?: number;
  /** Whether the machine is silent about a vend ordered ten minutes ago */
  isSilent?: boolean;
  /** Whether the machine is out of service while every slot is on sale */
  isStopped?: boolean;
}

export interface VendShop extends AsyncDisposable {
  till: TillProcess;
  counter: Page;
  machine: FakeDispenser;
}

/** Sells from a machine that does not know what it dropped, stops the till, and opens its window on the result. */
export async function openVends(
  page: Page,
  desktop: DesktopRuntime | null,
  { over = 1, isSilent = false, isStopped = false }: VendOptions,
): Promise<VendShop> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandboxProcess(folder.path));
  const machine = cleanup.use(await startFakeDispenser());
  const provisioning = join(dirname(sandbox.provisioning), "vending.json");
  const settings = JSON.parse(readFileSync(sandbox.provisioning, "utf8"));
  const kiosk = { dispenser: { driver: "http", url: machine.url } };
  const own = { locale: "en-GB", ...goods(6, true), kiosk, staff: { managerPin: MANAGER_PIN } };
  writeFileSync(provisioning, JSON.stringify({ ...settings, ...own }));
  const data = join(folder.path, "till");
  {
    await using till = startProcess(["--shell", "none", "--data", data, "--config", provisioning]);
    await till.ready;
    await till.call("staff.signIn", { pin: MANAGER_PIN });
    if (over > 0) await sellTo(till, sandbox.url, { machine, fault: { reportsUnknownDrop: true }, until: "unknown" });
    if (isSilent) await sellTo(till, sandbox.url, { machine, fault: { delaysOrders: true }, until: "dispensing" });
    till.child.kill("SIGTERM");
    await till.exited;
  }
  machine.faults.isOff = isSilent;
  change(join(data, "till.db"), (database) => {
    database.exec("UPDATE vend SET ordered_at = ordered_at - 600000 WHERE state = 'dispensing'");
    for (let index = 1; index < over; index++) copyVend(database, index);
    if (isStopped) {
      database.exec("UPDATE slot_off_sale SET cleared_at = since");
      database.exec("INSERT INTO doubtful_vend SELECT pos_tid || 'c', machine, at, 1 FROM doubtful_vend");
    }
  });
  const { till, counter } = cleanup.use(await openWindow(page, ["--data", data], desktop));
  const resources = cleanup.move();
  return { till, counter, machine, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

interface Sold {
  machine: FakeDispenser;
  fault: Partial<FakeDispenser["faults"]>;
  until: "unknown" | "dispensing";
}

async function sellTo(till: TillProcess, sandboxUrl: string, { machine, fault, until }: Sold): Promise<void> {
  Object.assign(machine.faults, { reportsUnknownDrop: false, delaysOrders: false }, fault);
  const items = [
    { productId: "p0", quantity: 2 },
    { productId: "p2", quantity: 1 },
  ];
  const slots = await till.call("vend.slots", {});
  const offSale = slots.ok ? slots.value.slots.filter(({ state }) => state !== "on_sale") : [];
  for (const { slot } of offSale) await till.call("vend.unblock", { slot });
  const started = await till.call("vend.start", { items, customer: { kind: "phone", value: "4791234567" } });
  if (!started.ok) throw new Error(started.error.message);
  await customerOf(sandboxUrl).approve();
  const state = async () => {
    const found = await till.call("payment.get", { posTid: started.value.posTid });
    return found.ok && found.value.authorisedLeft === (until === "unknown" ? 0 : 14_300)
      ? found.value.vend?.state
      : null;
  };
  await expect.poll(state).toBe(until);
}

function change(path: string, write: (database: Database.Database) => void): void {
  const database = new Database(path);
  try {
    write(database);
  } finally {
    database.close();
  }
}

/** Copies the finished vend, with a separate payment. */
function copyVend(database: Database.Database, index: number): void {
  const original = "SELECT pos_tid FROM vend WHERE state = 'unknown' LIMIT 1";
  const own: Record<string, Record<string, string>> = {
    payment: {
      pos_tid: `pos_tid || 'c${index}'`,
      sequence: `sequence + ${1000 + index}`,
      number: `substr(number, 1, instr(number, '-')) || '${String(1000 + index)}'`,
      tid: "NULL",
      reference: "NULL",
    },
    vend: { pos_tid: `pos_tid || 'c${index}'`, id: `id || 'c${index}'`, ordered_at: `ordered_at - ${index * 60_000}` },
  };
  for (const table of ["payment", "vend"]) {
    const columns = database
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
      .pluck()
      .all(table)
      .map((name) => ({ name, value: own[table]?.[name] ?? name }));
    const names = columns.map(({ name }) => name).join(", ");
    const values = columns.map(({ value }) => value).join(", ");
    database.exec(`INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} WHERE pos_tid = (${original})`);
  }
}
