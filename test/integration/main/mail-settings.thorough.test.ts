/** The mail server's settings: provisioned, chosen and tested; the password is only in the vault. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkProvisioning } from "../../../main/configuration/settings/provision.ts";
import { mailServer } from "../../support/mail-server.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const LOGIN = { user: "till", password: "correct horse battery" };
const SERVER = {
  host: "mail.example.com",
  port: 587,
  security: "starttls",
  user: "till",
  from: "shop@example.com",
} as const;

const filesWith = ({ folder }: TestTill, text: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

it("require the owner, can be tested by a message, and show everything but the password", async () => {
  await using server = await mailServer({ login: LOGIN });
  const log: string[] = [];
  await using world = await createTestTill({ log: { write: (line) => void log.push(line) } });
  expect(await world.call("mail.get", {})).toMatchObject({ error: { code: "not_allowed" } });
  await world.asManager();
  expect(await world.must("mail.get", {})).toEqual({ settings: null, hasPassword: false, waiting: 0, problem: null });
  const none = await world.call("mail.test", { to: "owner@example.com" });
  expect(none).toMatchObject({ error: { details: { because: { code: "mail_not_set_up" } } } });
  const { password, user } = LOGIN;
  const settings = server.settings({ user });
  const set = await world.must("mail.set", { mail: { ...settings, password: "wrong" } });
  expect(set).toEqual({ settings, hasPassword: true, waiting: 0, problem: null });
  const refused = await world.call("mail.test", { to: "owner@example.com" });
  expect(refused).toMatchObject({
    error: { details: { because: { code: "mail_test_failed", values: { cause: { code: "mail_auth" } } } } },
  });
  await world.must("mail.set", { mail: { ...settings, password } });
  // An omitted password is kept as long as the server is the same.
  await world.must("mail.set", { mail: { ...settings, from: "other@example.com" } });
  expect(await world.must("mail.test", { to: "owner@example.com" })).toEqual({ sent: true });
  expect(server.mails).toMatchObject([{ from: "other@example.com", to: ["owner@example.com"], user: "till" }]);
  expect(await world.must("mail.set", { mail: { ...settings, host: "127.0.0.1" } })).toMatchObject({
    hasPassword: false,
  });
  const output =
    JSON.stringify([world.events, (await world.must("journal.list", { limit: 200 })).items]) + log.join("");
  for (const text of [password, "owner@example.com"]) {
    expect(output).not.toContain(text);
    expect(filesWith(world, text)).toEqual([]);
  }
  expect(await world.must("mail.set", { mail: null })).toMatchObject({ settings: null, hasPassword: false });
  expect(world.vault.get("mailPassword")).toBeNull();
});

it("are provisioned until the owner changes them, and then until the provisioning changes", async () => {
  const { password } = LOGIN;
  await using world = await createTestTill({ provisioning: { mail: { ...SERVER, password } } });
  await world.asManager();
  expect(await world.must("mail.get", {})).toMatchObject({ settings: SERVER, hasPassword: true });
  expect(filesWith(world, password)).toEqual([]);
  await world.must("mail.set", { mail: { ...SERVER, port: 465, security: "tls" } });
  await world.restart();
  await world.asManager();
  expect(await world.must("mail.get", {})).toMatchObject({
    settings: { port: 465, security: "tls" },
    hasPassword: true,
  });
});

it.each([
  [{ ...SERVER, security: "none" }, "mail.security"],
  [{ ...SERVER, from: "shop" }, "mail.from"],
  [{ ...SERVER, from: "Shop <shop@example.com>" }, "mail.from"],
  [{ ...SERVER, host: "smtp://mail.example.com" }, "mail.host"],
  [{ ...SERVER, password: "" }, "mail.password"],
  [{ ...SERVER, more: 1 }, "mail.more"],
])("reject %j", async (mail, field) => {
  await using world = await createTestTill();
  await world.asManager();
  const refused = await world.call("mail.set", { mail } as never);
  expect(refused).toMatchObject({
    error: { code: "invalid_input", details: { fields: expect.arrayContaining([expect.objectContaining({ field })]) } },
  });
  const file = checkProvisioning({ mail }, () => "", false);
  expect(file.ok === false && file.problems.map((one) => one.field)).toContain(field);
});

it("allow an unencrypted connection to this machine only", async () => {
  await using world = await createTestTill();
  await world.asManager();
  for (const host of ["localhost", "127.0.0.1", "::1"]) {
    const set = await world.must("mail.set", { mail: { ...SERVER, security: "none", host } });
    expect(set.settings).toMatchObject({ host, security: "none" });
  }
});
