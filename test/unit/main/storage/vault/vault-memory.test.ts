/** The values of a vault in memory, and what is visible when it is printed. */
import { createPrivateKey } from "node:crypto";
import { mkdirSync } from "node:fs";
import { inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openRotatingCredentials } from "../../../../../main/configuration/keys/rotating-credentials.ts";
import { createApiClient } from "../../../../../main/service/api/client.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { VaultError } from "../../../../../main/storage/vault/vault.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { vectorFile } from "../../service/api/scripted-service.ts";

const here = { machineId: "this-machine" };

/** Every common way of printing a value. */
function shown(value: unknown): string {
  const lines: string[] = [];
  pino({}, { write: (line: string) => void lines.push(line) }).info({ value, err: value, msg: inspect(value) });
  return [
    inspect(value, { depth: null, showHidden: true, getters: true }),
    JSON.stringify(value) ?? "",
    String(value),
    ...lines,
  ].join("\n");
}

describe("a vault in memory", () => {
  it("is changed completely or not at all, on disk and in memory", () => {
    using folder = temporaryFolder();
    const vault = openFileVault(folder.path, here);
    vault.change({ secret: "first-secret", testbedToken: "token" });
    // A folder blocks the path of the new file.
    mkdirSync(`${folder.path}/vault.json.new`);
    expect(() => vault.change({ secret: "second-secret", testbedToken: null })).toThrow();
    expect([vault.get("secret"), vault.get("testbedToken")]).toEqual(["first-secret", "token"]);
    expect(openFileVault(folder.path, here).get("secret")).toBe("first-secret");
  });

  it("swaps values by their previous content, in any order", () => {
    using folder = temporaryFolder();
    const vault = openFileVault(folder.path, here);
    vault.change({ secret: "old", nextSecret: "new" });
    vault.change({ secret: { from: "nextSecret" }, previousSecret: { from: "secret" }, nextSecret: null });
    const again = openFileVault(folder.path, here);
    expect([again.get("secret"), again.get("previousSecret"), again.get("nextSecret")]).toEqual(["new", "old", null]);
    vault.change({ secret: { from: "nextSecret" } });
    expect(openFileVault(folder.path, here).get("secret")).toBeNull();
  });

  it("wipes replaced values, and all values when it is closed", () => {
    using folder = temporaryFolder();
    const vault = openFileVault(folder.path, here);
    vault.change({ secret: "first-secret", testbedToken: "token" });
    const held: Buffer[] = [];
    const peek = (name: "secret" | "testbedToken") => vault.use(name, (bytes) => held.push(bytes));
    peek("secret");
    vault.put("secret", "second-secret");
    peek("secret");
    peek("testbedToken");
    expect(held.map((bytes) => bytes.toString())).toEqual(["\0".repeat(12), "second-secret", "token"]);
    vault.close();
    expect(held.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
    expect(() => vault.get("secret")).toThrow(/closed/);
    expect(() => vault.put("secret", "x")).toThrow(/closed/);
  });

  it("returns texts of every kind unchanged", () => {
    using folder = temporaryFolder();
    const texts = ["", "æøå €", "a\u0000b", "x".repeat(70_000), '"\\\n'];
    const vault = openFileVault(folder.path, here);
    for (const text of texts) {
      vault.put("secret", text);
      expect(openFileVault(folder.path, here).get("secret")).toBe(text);
    }
  });

  it("hides its values when it, its keys, its client or one of their errors is printed", async () => {
    using folder = temporaryFolder();
    const pem = vectorFile("strong.pem");
    const vault = openFileVault(folder.path, { ...here, passphrase: "correct horse battery" });
    vault.change({ privateKey: pem, secret: "very-secret-value", testbedToken: "token-of-the-testbed" });
    const clock = createManualClock();
    const ring = openRotatingCredentials(vault, "RSA-SHA256");
    const bySecret = openRotatingCredentials(vault, "SECRET");
    const service = {
      ...{ baseUrl: "http://127.0.0.1:9", vendor: "svc", merchant: "m", user: "u", integrator: null },
      testbedToken: vault.get("testbedToken"),
    };
    const client = createApiClient({ service, credentials: bySecret, clock });
    const unreachable = await client.send({
      method: "GET",
      path: "/merchant/m/",
      decode: () => ({ ok: true, value: 1 }),
    });
    const errors = [
      new VaultError("cannot be opened", { cause: vault }),
      caught(() => openFileVault(folder.path, { ...here, passphrase: "very wrong" })),
      caught(() => openFileVault(folder.path, here)),
      caught(() => vault.use("secret", (bytes) => createPrivateKey(bytes))),
    ];
    const { inForce } = bySecret;
    const everything = [vault, ring, ring.inForce(), bySecret, inForce(), client, unreachable, ...errors].map(shown);
    await client.close();
    const lines = pem.split("\n").filter((line) => line.length > 40);
    expect(lines.length).toBeGreaterThan(10);
    for (const secret of [...lines, "very-secret-value", "token-of-the-testbed", "correct horse", "very wrong"]) {
      for (const text of everything) expect(text.includes(secret), secret).toBe(false);
    }
  });
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
