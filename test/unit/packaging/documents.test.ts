/** Checks the documents: links and named files exist, areas are listed, and commands use options that exist. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../contract/bridge/commands.ts";
import { PORTABLE_COUNTER_ROWS } from "../../../contract/catalogue/counter.ts";
import type { SettingRows } from "../../../contract/values/setting-rows.ts";
import { readLaunchOptions } from "../../../main/app/options.ts";
import { readMaintenanceRequest } from "../../../main/operations/maintenance/command-line.ts";
import { maintenanceArguments } from "../../../main/shells/electron/guards.ts";
import { ROOT, readConfiguration } from "../../support/builder.ts";

const COMMAND_NAMES = Object.keys(COMMANDS);
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const OPERATING = read("docs/operating.md");
const TESTS = read("test/README.md");

const FOLDERS = ["build", "contract", "docs", "gallery", "main", "preload", "renderer", "sandbox", "scripts", "test"];
const glob = (pattern: string) => globSync(pattern, { cwd: ROOT }).map((path) => path.split(sep).join("/"));
const DOCUMENTS = ["*.md", ...FOLDERS.map((folder) => `${folder}/**/*.md`)].flatMap(glob);
const NAMED = new RegExp(`\`((?:${FOLDERS.join("|")})/[\\w./-]*)\``, "g");

describe("the documents", () => {
  it.each(DOCUMENTS)("%s points to existing files and headings", (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(
      ([, path = "", heading]) => ({ path: path === "" ? document : join(dirname(document), path), heading }),
    );
    expect(links.filter(({ path, heading }) => !isThere(path, heading))).toEqual([]);
    const named = [...read(document).matchAll(NAMED)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("name every area of main/ and renderer/ in docs/architecture.md", () => {
    expect(missing("docs/architecture.md", [...areasOf("main"), ...areasOf("renderer")])).toEqual([]);
  });

  it("show every picture of docs/images", () => {
    const shown = DOCUMENTS.flatMap((page) =>
      [...read(page).matchAll(/images\/([\w-]+\.png)/g)].map(([, name]) => name),
    );
    expect(readdirSync(join(ROOT, "docs/images")).sort()).toEqual([...new Set(shown)].sort());
  });

  it("list every setting of the counter with its default in docs/setup.md", () => {
    const table = /^\| counter key .+?\n\n/ms.exec(read("docs/setup.md"))?.[0] ?? "";
    const listed = [...table.matchAll(/^\| `([\w.]+)` \| (.+?) \|/gm)].map(([, key, value]) => [key, value]);
    expect(listed).toEqual(keysAndDefaults(PORTABLE_COUNTER_ROWS));
  });

  it("name every command in docs/contract.md, and no other", () => {
    const table = read("docs/contract.md").split("## Commands\n")[1]?.split("\n### ")[0] ?? "";
    let area = "";
    const named = [...table.matchAll(/`([\w.*]+)`/g)].flatMap(([, name = ""]) => {
      if (!name.includes(".")) return [];
      if (!name.startsWith(".")) area = name.split(".")[0] ?? "";
      return [name.startsWith(".") ? area + name : name];
    });
    const matches = (name: string) =>
      COMMAND_NAMES.filter((command) =>
        name.endsWith("*") ? command.startsWith(name.slice(0, -1)) : command === name,
      );
    expect(named.filter((name) => matches(name).length === 0)).toEqual([]);
    expect(COMMAND_NAMES.filter((command) => !named.flatMap(matches).includes(command))).toEqual([]);
  });

  it("name every folder of test/ in test/README.md", () => {
    expect(missing("test/README.md", areasOf("test"))).toEqual([]);
  });
});

function isThere(path: string, heading: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  if (heading === undefined) return true;
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => anchorOf(text));
  return headings.includes(heading) || read(path).includes(`<a id="${heading}"></a>`);
}

function keysAndDefaults(rows: SettingRows, parent = ""): [key: string, value: string][] {
  return Object.entries(rows).flatMap(([name, row]) => {
    const value = row.default === undefined ? "required" : String(row.default);
    return [
      [parent + name, typeof row.default === "string" ? `\`${value}\`` : value],
      ...(row.control === "variants" ? keysAndDefaults(row.fields, `${parent}${name}.`) : []),
    ];
  });
}

/** Returns the anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Returns the top-level folders of a folder, each with a slash at its end. */
function areasOf(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}/`);
}

/** Returns the names that a document does not contain as code. */
function missing(document: string, names: string[]): string[] {
  const text = read(document);
  return names.filter((name) => !text.includes(`\`${name}\``));
}

describe("the documents on security", () => {
  it.each(["docs/security.md", "docs/operating.md"])("%s points to files", (document) => {
    expect([...read(document).matchAll(/\]\((?!https?:)[^)#]+/g)].length).toBeGreaterThan(0);
  });

  it("name every file with browser tests that do not run in the desktop", () => {
    const left = /^- `@browser` .+?\n\n/ms.exec(TESTS)?.[0] ?? "";
    const specs = readdirSync(join(ROOT, "test/e2e")).filter((name) => read(`test/e2e/${name}`).includes("@browser"));
    expect(new Set(left.match(/[a-z-]+\.spec\.ts/g))).toEqual(new Set(specs));
  });

  it("start an installed till at the installers' path", () => {
    const { productName, appId, linux } = readConfiguration();
    expect(OPERATING).toContain(`exec /opt/${productName}/${linux.executableName} `);
    expect(OPERATING).toContain(`%ProgramFiles%\\${productName}\\${productName}.exe `);
    expect(OPERATING).toContain(`/Applications/${productName}.app/Contents/MacOS/${productName}<`);
    expect(OPERATING).toContain(`<string>${appId}</string>`);
  });

  it("start it with known options", () => {
    const commands = [
      /^exec \S+till (.+)$/m.exec(OPERATING)?.[1]?.split(" "),
      /Till\.exe (.+?)"/.exec(OPERATING)?.[1]?.split(" "),
      [...(/<array>(.+?)<\/array>/s.exec(OPERATING)?.[1] ?? "").matchAll(/<string>(.+?)<\/string>/g)]
        .map(([, text = ""]) => text)
        .slice(1),
    ];
    for (const command of commands) {
      expect(command?.length).toBeGreaterThan(2);
      expect(readLaunchOptions(command ?? [], {})).toMatchObject({ ok: true, value: { kiosk: true } });
    }
  });

  it("set the supervisor's variable for every supervised till, by the name that it reads", () => {
    expect(read("main/electron.ts")).toContain('process.env.TILL_SUPERVISED === "1"');
    expect(OPERATING).toMatch(/^Environment=.*\bTILL_SUPERVISED=1$/m);
    expect(OPERATING).toContain("setx TILL_SUPERVISED 1 /M");
    expect(OPERATING).toMatch(/<key>TILL_SUPERVISED<\/key>\s*<string>1<\/string>/);
  });

  it("back up an installed till with its own option", () => {
    const command = /`\/opt\/Till\/till (--maintenance backup .+?)`/.exec(OPERATING)?.[1]?.split(" ") ?? [];
    const task = maintenanceArguments(command);
    expect(readMaintenanceRequest(task ?? [], {})).toMatchObject({ ok: true, value: { task: "backup" } });
  });

  it("are right that Chromium and Node switches do not start a till", () => {
    for (const foreign of ["--no-sandbox", "--remote-debugging-port=9222", "--inspect", "--js-flags=--expose-gc"]) {
      expect(readLaunchOptions([foreign], {})).toMatchObject({ ok: false });
    }
  });
});
