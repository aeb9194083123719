/** What the documents on security say is so: files are where they say, options exist, fuses are set. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLaunchOptions } from "../../../main/app/options.ts";
import { readMaintenanceRequest } from "../../../main/operations/maintenance/command-line.ts";
import { maintenanceArguments } from "../../../main/shells/electron/guards.ts";
import { ROOT, readConfiguration } from "./builder.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const SECURITY = read("SECURITY.md");
const LOCKDOWN = read("docs/lockdown.md");

describe("the documents on security", () => {
  it.each(["SECURITY.md", "docs/lockdown.md"])("%s points to files that are there", (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
    const named = [...read(document).matchAll(/`((?:main|test|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("list exactly the fuses that are set, as they are set", () => {
    const rows = [...SECURITY.matchAll(/^\| `(\w+)` +\| (on|off) +\|/gm)];
    const told = Object.fromEntries(rows.map(([, name, state]) => [name, state === "on"]));
    expect(told).toEqual(readConfiguration().electronFuses);
  });

  it("name, for each of Electron's twenty recommendations, a test that is there", () => {
    const rows = [...SECURITY.matchAll(/^\| (\d+)\. .+ \| .+ \| (.+) \|$/gm)];
    expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const [, number, shown = ""] of rows) {
      const tests = [...shown.matchAll(/\]\((test\/[\w./-]+\.test\.ts)\)/g)].map(([, path = ""]) => path);
      expect([number, tests.length > 0 && tests.every((path) => existsSync(join(ROOT, path)))]).toEqual([number, true]);
    }
  });

  it("name every file with browser tests that Electron is spared", () => {
    const left = /Left out \(`@browser`\).+?None of this has been run/s.exec(SECURITY)?.[0] ?? "";
    const specs = readdirSync(join(ROOT, "test/e2e")).filter((name) => read(`test/e2e/${name}`).includes("@browser"));
    expect(specs.length).toBeGreaterThan(0);
    expect(specs.filter((name) => !left.includes(name))).toEqual([]);
  });

  it("start an installed till where the installers put it", () => {
    const { productName, appId, linux } = readConfiguration();
    expect(LOCKDOWN).toContain(`exec /opt/${productName}/${linux.executableName} `);
    expect(LOCKDOWN).toContain(`%ProgramFiles%\\${productName}\\${productName}.exe `);
    expect(LOCKDOWN).toContain(`/Applications/${productName}.app/Contents/MacOS/${productName}<`);
    expect(LOCKDOWN).toContain(`<string>${appId}</string>`);
  });

  it("start it with options that it knows", () => {
    const commands = [
      /^exec \S+till (.+)$/m.exec(LOCKDOWN)?.[1]?.split(" "),
      /Till\.exe (.+?)"/.exec(LOCKDOWN)?.[1]?.split(" "),
      [...(/<array>(.+?)<\/array>/s.exec(LOCKDOWN)?.[1] ?? "").matchAll(/<string>(.+?)<\/string>/g)]
        .map(([, text = ""]) => text)
        .slice(1),
    ];
    for (const command of commands) {
      expect(command?.length).toBeGreaterThan(2);
      expect(readLaunchOptions(command ?? [], {})).toMatchObject({ ok: true, value: { kiosk: true } });
    }
  });

  it("tell every supervised till that it is, by the name that it reads", () => {
    expect(read("main/electron.ts")).toContain('process.env.TILL_SUPERVISED === "1"');
    expect(LOCKDOWN).toMatch(/^Environment=.*\bTILL_SUPERVISED=1$/m);
    expect(LOCKDOWN).toContain("setx TILL_SUPERVISED 1 /M");
    expect(LOCKDOWN).toMatch(/<key>TILL_SUPERVISED<\/key>\s*<string>1<\/string>/);
  });

  it("back an installed till up by the option that it takes", () => {
    const command = /`\/opt\/Till\/till (--maintenance backup .+?)`/.exec(LOCKDOWN)?.[1]?.split(" ") ?? [];
    const task = maintenanceArguments(command);
    expect(readMaintenanceRequest(task ?? [], {})).toMatchObject({ ok: true, value: { task: "backup" } });
  });

  it("are right that switches of Chromium and Node do not start a till", () => {
    for (const foreign of ["--no-sandbox", "--remote-debugging-port=9222", "--inspect", "--js-flags=--expose-gc"]) {
      expect(readLaunchOptions([foreign], {})).toMatchObject({ ok: false });
    }
  });
});
