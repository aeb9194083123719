import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import { HEALTH_AREAS } from "../../../contract/diagnostics/diagnostics.ts";
import { unpackReason } from "../../../contract/reasons/reasons.ts";
import { plainHost } from "../../../main/app/plain-host.ts";
import { composeTill } from "../../../main/app/start.ts";
import { createDispatch } from "../../../main/bridge/dispatch.ts";
import { createEventStream } from "../../../main/bridge/events.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { createLogging } from "../../../main/lib/logging/logging.ts";
import type { Desktop } from "../../../main/operations/health/host-services.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import type { ShellHost } from "../../../main/peripherals/customer-display/shell-host.ts";
import { backupFolder, makeBackup } from "../../../main/storage/backups/backups.ts";
import { connect, transact } from "../../../main/storage/database/database.ts";
import { settingStore } from "../../../main/storage/database/settings.ts";
import { openFileVault } from "../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../main/storage/vault/machine-id.ts";
import { callbackUri, deliver, signedCallback } from "../../support/callback-requests.ts";
import { fakePrinter } from "../../support/fake-printer.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { looseJournal } from "../../support/loose-journal.ts";
import { createTestTill } from "../../support/test-till.ts";
import { unzip } from "../../support/unzip.ts";
import { release, testFeed } from "../../support/update-feed.ts";

const DISPLAY = {
  width: 1280,
  height: 800,
  screenWidth: 1280,
  screenHeight: 800,
  scale: 1,
  refreshHz: 60,
  touch: false,
};

/** A complete demo till in its own folder. */
async function wholeTill(
  desktop: Desktop | null = null,
  prepare: (folder: string) => void = () => undefined,
  kiosk: ShellHost | null = null,
) {
  const folder = temporaryFolder();
  prepare(folder.path);
  const made = await tillIn(folder.path, desktop, kiosk);
  return {
    ...made,
    async [Symbol.asyncDispose]() {
      await made.till.close();
      folder[Symbol.dispose]();
    },
  };
}

/** A demo till composed like the entry points do, with maintenance, logs and a desktop. */
async function tillIn(folder: string, desktop: Desktop | null, kiosk: ShellHost | null = null) {
  const logging = createLogging({ write: () => undefined });
  const events = createEventStream({ keep: 10, onListenerError: () => undefined });
  const stop = new AbortController();
  const { till } = await composeTill(
    { shell: "none", dataDir: folder, configFile: null, port: 0, kiosk: kiosk !== null, demo: true },
    {
      ...{ clock: systemClock, log: logging.log, stop: stop.signal, events, logging, desktop },
      ...(kiosk && { host: kiosk }),
      restart: () => undefined,
    },
  );
  const dispatch = createDispatch({ ...till, log: logging.log });
  const call = <N extends CommandName>(name: N, input: CommandInput<N>) =>
    dispatch(name, input) as Promise<Result<CommandValues[N]>>;
  const must = async <N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandValues[N]> => {
    const result = await call(name, input);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  return {
    ...{ folder, log: logging.log, till, call, must },
    asManager: () => must("staff.signIn", { pin: till.terminal().demo?.managerPin ?? "" }),
    [Symbol.asyncDispose]: () => till.close(),
  };
}

describe("the health page", () => {
  it("names a printer that is off, and recovers when the printer is back", async () => {
    await using printer = await fakePrinter();
    await printer.switchOff();
    await using world = await wholeTill();
    await world.asManager();
    await world.must("receipt.settings.set", {
      printer: printer.settings(),
      receipt: { print: "always", electronic: false },
    });
    const found = async () => (await world.must("diagnostics.health", {})).findings.printer.code;
    await expect.poll(found).toBe("printer_unreachable");
    await printer.switchOn();
    await expect.poll(found).toBe("printer_ready");
  });

  it("reports a till as healthy after a payment", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 10_000);
    const health = await world.must("diagnostics.health", { display: DISPLAY });
    expect(Object.keys(health.findings).sort()).toEqual([...HEALTH_AREAS].sort());
    expect(health.findings).toMatchObject({
      service: { code: "service_online" },
      clock: { code: "clock_right" },
      callbacks: { code: "callbacks_arriving" },
      queue: { code: "queue_empty" },
      database: { code: "database_sound" },
      printer: { code: "printer_off" },
      dispenser: { code: "dispenser_off" },
      customer: { code: "customer_off" },
      display: { code: "display_fine" },
      program: { code: "program_updates_off" },
    });
    const { service, callbacks, database, journal } = health;
    expect(service.requests).toBeGreaterThan(3);
    expect(service.medianMs).toBeLessThanOrEqual(service.slowMs ?? 0);
    expect(service).toMatchObject({ link: "online", errorShare: 0, lastAnswerAt: expect.any(String) });
    expect(callbacks.verdicts.applied).toBeGreaterThan(0);
    expect(callbacks.day).toHaveLength(8);
    expect(callbacks.week).toHaveLength(7);
    const newest = callbacks.day.at(-1);
    expect((newest?.callback ?? 0) + (newest?.poll ?? 0) + (newest?.answer ?? 0)).toBeGreaterThan(0);
    expect(callbacks.week.at(-1)).toMatchObject({ callback: newest?.callback, poll: newest?.poll });
    expect(database).toMatchObject({ journalMode: "wal", synchronous: 2, stopped: false, damage: null });
    expect(journal.entries).toBeGreaterThan(3);
  });

  it("counts refused callbacks", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 10_000);
    const uri = callbackUri(world);
    expect(await deliver(signedCallback(uri, {}, { at: Date.now(), url: "https://elsewhere.example/" }))).toBe(401);
    expect((await world.must("diagnostics.health", {})).callbacks.verdicts.refused).toBe(1);
  });

  it("reports that the service is unreachable and that the queue grows", async () => {
    await using world = await createTestTill();
    await world.sandbox[Symbol.asyncDispose]();
    await world.call("payment.start", {
      action: "SALE",
      amount: 100,
      customer: { kind: "phone", value: "4791234567" },
    });
    while ((await world.must("diagnostics.health", {})).service.link !== "offline") await new Promise(setImmediate);
    const { findings, service, status } = await world.must("diagnostics.health", {});
    expect(findings.service.code).toBe("service_offline");
    expect(findings.queue.code).toBe("queue_sending");
    // The finding is about connectivity: no request with a response failed.
    expect(service.errorShare).toBe(0);
    expect(status).toBe("bad");
  });

  it("covers maintenance, logs and the vault", async () => {
    await using world = await wholeTill();
    const look = () => world.must("diagnostics.health", { display: { ...DISPLAY, width: 640 } });
    // The file is opened with the first line, and not awaited.
    while ((await look()).logs?.files === 0) await new Promise(setImmediate);
    const health = await look();
    expect(health.disk.freeBytes).toBeGreaterThan(0);
    expect(health.journal.signedAt).not.toBeNull();
    expect(health.logs).toMatchObject({ files: 1, lost: 0, failing: null });
    expect(health.vault.backend).toMatch(/\w+/);
    expect(health.findings.display).toEqual({ code: "display_small", values: { width: 640, height: 800 } });
    // Nor is its first line awaited.
    await expect.poll(() => readFileSync(join(world.folder, "logs/till.log"), "utf8")).toContain('"msg"');
  });

  it("warns about damaged data and explains the recovery, while payments continue", async () => {
    using folder = temporaryFolder();
    const first = await tillIn(folder.path, null);
    expect(first.till.terminal().damage).toBeNull();
    await first.till.close();
    const database = connect(join(folder.path, "till.db"));
    await makeBackup(database, { folder: backupFolder(folder.path), at: Date.now(), kind: "asked" });
    settingStore(database).set("damage", { at: 1_772_445_600_000, what: "row 12 missing from an index" });
    database.close();
    const desktop = { updater: testFeed().updater, showInFolder: () => undefined, program: "till --maintenance" };
    await using again = await tillIn(folder.path, desktop);
    expect(again.till.terminal().damage).toEqual({ at: "2026-03-02T10:00:00.000Z" });
    const { findings, status, restore, database: data } = await again.must("diagnostics.health", {});
    expect([findings.database.code, status]).toEqual(["database_damaged", "bad"]);
    expect(data.damage?.what).toContain("row 12");
    expect(restore?.command).toMatch(/^till --maintenance restore .*-asked\.db --data /);
    expect(await again.call("payment.start", { action: "SALE", amount: 100 })).toMatchObject({ ok: true });
  });

  it("is open to every user, unlike support bundles and updates", async () => {
    await using world = await createTestTill();
    expect(await world.call("diagnostics.health", {})).toMatchObject({ ok: true });
    expect(await world.call("updates.get", {})).toMatchObject({
      ok: true,
      value: { state: "off", because: "no_desktop" },
    });
    for (const name of ["diagnostics.bundle", "updates.check", "updates.installNow"] as const)
      expect(await world.call(name, {})).toMatchObject({ ok: false, error: { code: "not_allowed" } });
  });
});

const PLANTED = {
  phone: "4791234567",
  spoken: "+47 912 34 567",
  pin: "271828",
  password: "hunter2-and-more",
  scan: "token:c2VjcmV0LXNjYW4",
  bearer: "abcDEF123.secret-bearer",
  email: "kari.nordmann@example.no",
};

/** Everything that must be in no bundle, as one log line. */
const ACCIDENT = [
  `Authorization: Bearer ${PLANTED.bearer}`,
  `customer ${PLANTED.phone} (${PLANTED.spoken}, ${PLANTED.email}) PIN ${PLANTED.pin}`,
  `proxy http://till:${PLANTED.password}@proxy.example scanned ${PLANTED.scan}`,
  `${homedir()}/secret-place`,
].join("; ");

describe("a support bundle", () => {
  it("contains no secret, phone number or name, wherever one was planted", async () => {
    await using world = await wholeTill(null, (folder) => {
      mkdirSync(join(folder, "logs"));
      writeFileSync(join(folder, "logs/till.log.1.gz"), gzipSync(`${ACCIDENT}\n{"cut off":"${ACCIDENT}`));
    });
    const vault = openFileVault(world.folder, { ...machineIdentity() });
    const secrets = (["privateKey", "testbedToken", "pinPepper", "callbackPath", "journalKey"] as const).flatMap(
      (name) => vault.get(name) ?? [],
    );
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const demoPin = world.till.terminal().demo?.managerPin ?? "";
    for (const secret of [...secrets, demoPin]) {
      world.log.error({ err: new Error(`refused ${secret}`), headers: { authorization: secret } }, `with ${secret}`);
      world.log.warn({ nested: { deep: [{ secret }, `in a list: ${secret}`] } }, "nested");
    }
    world.log.warn({ pin: PLANTED.pin, customer: PLANTED.phone, body: ACCIDENT }, ACCIDENT);
    const { posTid } = await world.must("payment.start", {
      action: "SALE",
      amount: 100,
      text: `For ${PLANTED.spoken}`,
    });
    const second = connect(join(world.folder, "till.db"));
    const accident = `${ACCIDENT} ${secrets.join(" ")}`;
    transact(second, () => {
      second.prepare("UPDATE payment SET status_name = @accident, attention = @accident").run({ accident });
      second
        .prepare(
          `INSERT INTO operation (id, pos_tid, sequence, kind, body, fingerprint, reason, state, due_at, last_error, created_at, settled_at)
           VALUES ('planted', @posTid, 99, 'refund', @body, x'00', @accident, 'refused', 0, @accident, 0, 0)`,
        )
        .run({ posTid, accident, body: Buffer.from(accident) });
      looseJournal(second).append({ event: "planted", posTid, data: { reason: accident, phone: PLANTED.phone } }, 0);
    });
    second.close();
    await world.asManager();
    const bundle = await world.must("diagnostics.bundle", { display: DISPLAY });
    expect(statSync(bundle.path).mode & 0o777).toBe(0o600);
    const files = unzip(readFileSync(bundle.path));
    expect([...files.keys()]).toEqual(bundle.files);
    expect([...files.keys()]).toEqual([
      ...["README.txt", "health.json", "settings.json", "config-checks.json", "system.json", "migrations.json"],
      ...["payments.json", "operations.json", "journal.jsonl", "logs/till.log", "logs/till.log.1"],
    ]);
    const everything = [...files].map(([name, text]) => `${name}\n${text}`).join("\n");
    const forbidden = [
      ...secrets.flatMap((secret) => secret.split("\n").filter((line) => line.length > 8 && !line.startsWith("-----"))),
      ...Object.values(PLANTED),
      ...[demoPin, homedir(), world.folder].filter((text) => text.length > 2),
      ...(hostname().length >= 6 ? [hostname()] : []),
    ];
    for (const text of forbidden) expect(everything.includes(text), text.slice(0, 12)).toBe(false);
    // What was planted is there, without its dangerous part.
    for (const name of ["journal.jsonl", "operations.json", "payments.json", "logs/till.log", "logs/till.log.1"])
      expect(files.get(name), name).toContain("[redacted]");
    expect(files.get("journal.jsonl")).toContain('"event":"till.started"');
    expect(JSON.parse(files.get("health.json") ?? "")).toMatchObject({ findings: { service: expect.anything() } });
    expect(JSON.parse(files.get("settings.json") ?? "").service.merchant).toContain("...");
    expect(readdirSync(join(world.folder, "support"))).toEqual([bundle.name]);
  });

  it("is downloaded in chunks, and shown in its folder on a desktop", async () => {
    const shown: string[] = [];
    const desktop = {
      updater: testFeed().updater,
      showInFolder: (path: string) => void shown.push(path),
      program: undefined,
    };
    await using world = await wholeTill(desktop);
    await world.asManager();
    const bundle = await world.must("diagnostics.bundle", {});
    expect(bundle.canShow).toBe(true);
    await world.must("diagnostics.showBundle", { ticket: bundle.ticket });
    expect(shown).toEqual([bundle.path]);
    const pieces: Buffer[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const piece: { base64: string; next: number | null } = await world.must("diagnostics.download", {
        ticket: bundle.ticket,
        from,
      });
      pieces.push(Buffer.from(piece.base64, "base64"));
      from = piece.next;
    }
    expect(Buffer.concat(pieces).equals(readFileSync(bundle.path))).toBe(true);
    expect(await world.must("updates.get", {})).toMatchObject({ state: "current", from: "updates.example" });
  });

  it("is shown in its folder at a kiosk only while kiosk mode is exited", async () => {
    const shown: string[] = [];
    const desktop = {
      updater: testFeed().updater,
      showInFolder: (path: string) => void shown.push(path),
      program: undefined,
    };
    const state = { left: false };
    const host = { ...plainHost(), kiosk: () => ({ ...state, possible: true, because: null }) };
    await using world = await wholeTill(desktop, undefined, host);
    await world.asManager();
    const kept = await world.must("diagnostics.bundle", {});
    expect(kept.canShow).toBe(false);
    expect(await world.call("diagnostics.showBundle", { ticket: kept.ticket })).toMatchObject({
      error: { code: "illegal_state", details: { reason: expect.stringContaining("A kiosk cannot open folders") } },
    });
    expect(shown).toEqual([]);
    state.left = true;
    expect(await world.must("diagnostics.bundle", {})).toMatchObject({ canShow: true });
    await world.must("diagnostics.showBundle", { ticket: kept.ticket });
    expect(shown).toEqual([kept.path]);
  });

  it("is available only to its creator, who gets no other file", async () => {
    await using world = await wholeTill();
    for (const ticket of ["", "../till.db", "till.db"])
      expect(await world.call("diagnostics.download", { ticket, from: 0 })).toMatchObject({
        ok: false,
        error: { code: "invalid_input" },
      });
    const unknown = { ticket: "0".repeat(32), from: 0 };
    expect(await world.call("diagnostics.download", unknown)).toMatchObject({
      ok: false,
      error: { code: "not_found" },
    });
    expect(await world.call("diagnostics.showBundle", { ticket: unknown.ticket })).toMatchObject({
      ok: false,
      error: { code: "illegal_state" },
    });
    const pin = world.till.terminal().demo?.managerPin ?? "";
    const approved = await world.must("staff.approve", { pin, command: "diagnostics.bundle", input: {} });
    const { ticket } = approved.value as { ticket: string };
    expect(world.till.terminal().staff).toBeNull();
    expect(await world.must("diagnostics.download", { ticket, from: 1e9 })).toEqual({ base64: "", next: null });
  });

  it("replaces the oldest of the five stored bundles", async () => {
    await using world = await wholeTill(null, (folder) => {
      mkdirSync(join(folder, "support"));
      for (const day of [1, 2, 3, 4, 5])
        writeFileSync(join(folder, `support/till-support-K7Q2-2025010${day}T000000Z.zip`), "old");
      writeFileSync(join(folder, "support/till-support-K7Q2-20250106T000000Z.zip.part"), "half");
    });
    await world.asManager();
    const { name } = await world.must("diagnostics.bundle", {});
    const kept = readdirSync(join(world.folder, "support")).sort();
    expect(kept).toHaveLength(5);
    expect(kept).toContain(name);
    expect(kept).not.toContain("till-support-K7Q2-20250101T000000Z.zip");
  });
});

describe("an update installation", () => {
  it("waits for operations to be sent, but not for those that need an operator", async () => {
    const desktop = { updater: testFeed(release("99.0.0")).updater, showInFolder: () => undefined, program: undefined };
    await using world = await wholeTill(desktop);
    await world.asManager();
    await world.must("updates.check", {});
    await expect.poll(async () => (await world.must("updates.get", {})).state).toBe("waiting");
    const obstacles = async () => (await world.must("updates.get", {})).obstacles;
    const database = connect(join(world.folder, "till.db"));
    database.exec(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, created_at, modified_at)
       VALUES ('p', 900, 'A-900', 'SALE', 'NOK', 100, 0, 0, 'attention', 0, 0)`,
    );
    const rows = operations(database);
    const later = Date.now() + 3_600_000;
    rows.enqueue({ id: "refund", posTid: "p", kind: "refund", body: Buffer.from("{}") }, later);
    expect(await obstacles()).toEqual(["queue_not_empty"]);
    rows.settle("refund", { state: "parked", because: unpackReason("It waits.") }, later);
    database.close();
    expect(await obstacles()).toEqual([]);
  });
});
