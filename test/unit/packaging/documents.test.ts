/** What the documents say is so: files are where they say, folders are described, options exist, fuses are set. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { readLaunchOptions } from "../../../main/app/options.ts";
import { readMaintenanceRequest } from "../../../main/operations/maintenance/command-line.ts";
import { maintenanceArguments } from "../../../main/shells/electron/guards.ts";
import { ROOT, readConfiguration } from "../../support/builder.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const OPERATING = read("docs/operating.md");
const DESKTOP = read("docs/desktop.md");

const FOLDERS = ["build", "contract", "docs", "main", "preload", "renderer", "sandbox", "scripts", "test"];
const glob = (pattern: string) => globSync(pattern, { cwd: ROOT }).map((path) => path.split(sep).join("/"));
const DOCUMENTS = ["*.md", ...FOLDERS.map((folder) => `${folder}/**/*.md`)].flatMap(glob);
const NAMED = new RegExp(`\`((?:${FOLDERS.join("|")})/[\\w./-]*)\``, "g");

describe("the documents", () => {
  it.each(DOCUMENTS)("%s points to files and headings that are there", (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(
      ([, path = "", heading]) => ({ path: path === "" ? document : join(dirname(document), path), heading }),
    );
    expect(links.filter(({ path, heading }) => !isThere(path, heading))).toEqual([]);
    const named = [...read(document).matchAll(NAMED)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("have a line for every folder of the source in docs/ARCHITECTURE.md", () => {
    expect(missing("docs/ARCHITECTURE.md", foldersOf("contract", "main", "preload", "renderer", "sandbox"))).toEqual(
      [],
    );
  });

  it("have a line for the folders of test/, and for every file of test/support/, in test/README.md", () => {
    const folders = foldersOf("test").filter((path) => !/^test\/(?:unit\/(?!packaging)|integration\/|$)/.test(path));
    expect(missing("test/README.md", folders)).toEqual([]);
    const support = glob("test/support/**/*.{ts,mjs,pem}").map((path) => path.replace("test/support/", ""));
    expect(missing("test/README.md", support)).toEqual([]);
    const listed = [...read("test/README.md").matchAll(/^\| `([\w/-]+\.\w+)`/gm)].map(([, name = ""]) => name);
    expect(listed.filter((name) => !support.includes(name))).toEqual([]);
  });
});

function isThere(path: string, heading: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  if (heading === undefined) return true;
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => anchorOf(text));
  return headings.includes(heading) || read(path).includes(`<a id="${heading}"></a>`);
}

/** What a page calls the place of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The folders that hold files, each with a slash at its end. */
function foldersOf(...roots: string[]): string[] {
  const files = roots.flatMap((root) => glob(`${root}/**/*.*`));
  return [...new Set(files.map((path) => `${dirname(path)}/`))].sort();
}

/** What a document does not name as code. */
function missing(document: string, names: string[]): string[] {
  const text = read(document);
  return names.filter((name) => !text.includes(`\`${name}\``));
}

describe("the documents on security", () => {
  it.each(["docs/security.md", "docs/operating.md"])("%s points to files", (document) => {
    expect([...read(document).matchAll(/\]\((?!https?:)[^)#]+/g)].length).toBeGreaterThan(0);
  });

  it("name every file with browser tests that the desktop is spared", () => {
    const left = /^- `@browser` .+?\n\n/ms.exec(DESKTOP)?.[0] ?? "";
    const specs = readdirSync(join(ROOT, "test/e2e")).filter((name) => read(`test/e2e/${name}`).includes("@browser"));
    expect(new Set(left.match(/[a-z-]+\.spec\.ts/g))).toEqual(new Set(specs));
  });

  it("say of each part of the desktop what shows it, and whether it ever ran in Electron", () => {
    const tests = glob("test/unit/main/shells/electron/*.test.ts");
    expect(tests.filter((path) => !DESKTOP.includes(`(../${path})`))).toEqual([]);
    const rows = [...DESKTOP.matchAll(/^\| (?!what|-)(.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
    const parts = rows.filter(({ length }) => length === 5);
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.filter((cells) => cells.some((cell) => cell.trim() === ""))).toEqual([]);
    expect(rows.filter(({ length }) => length !== 5 && length !== 2)).toEqual([]);
  });

  it("start an installed till where the installers put it", () => {
    const { productName, appId, linux } = readConfiguration();
    expect(OPERATING).toContain(`exec /opt/${productName}/${linux.executableName} `);
    expect(OPERATING).toContain(`%ProgramFiles%\\${productName}\\${productName}.exe `);
    expect(OPERATING).toContain(`/Applications/${productName}.app/Contents/MacOS/${productName}<`);
    expect(OPERATING).toContain(`<string>${appId}</string>`);
  });

  it("start it with options that it knows", () => {
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

  it("tell every supervised till that it is, by the name that it reads", () => {
    expect(read("main/electron.ts")).toContain('process.env.TILL_SUPERVISED === "1"');
    expect(OPERATING).toMatch(/^Environment=.*\bTILL_SUPERVISED=1$/m);
    expect(OPERATING).toContain("setx TILL_SUPERVISED 1 /M");
    expect(OPERATING).toMatch(/<key>TILL_SUPERVISED<\/key>\s*<string>1<\/string>/);
  });

  it("back an installed till up by the option that it takes", () => {
    const command = /`\/opt\/Till\/till (--maintenance backup .+?)`/.exec(OPERATING)?.[1]?.split(" ") ?? [];
    const task = maintenanceArguments(command);
    expect(readMaintenanceRequest(task ?? [], {})).toMatchObject({ ok: true, value: { task: "backup" } });
  });

  it("are right that switches of Chromium and Node do not start a till", () => {
    for (const foreign of ["--no-sandbox", "--remote-debugging-port=9222", "--inspect", "--js-flags=--expose-gc"]) {
      expect(readLaunchOptions([foreign], {})).toMatchObject({ ok: false });
    }
  });
});
