/** The browser shell's process while its till is out of order: one page in a kiosk window, and no running till. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../support/build.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startProcess } from "../../support/till-process.ts";

beforeAll(build, 120_000);

/** A browser that writes its address to a file, and stays until it is stopped. */
function browserIn(folder: string): { path: string; line: string } {
  const [path, line] = [join(folder, "bin"), join(folder, "line")];
  mkdirSync(path);
  const script = `#!/bin/sh\necho "$@" > "${line}.new"\nmv "${line}.new" "${line}"\nexec sleep 60\n`;
  writeFileSync(join(path, "chromium"), script, { mode: 0o755 });
  return { path, line };
}

describe("a kiosk after too many crashes", () => {
  it.skipIf(process.platform !== "linux")(
    "shows customers whom to call, takes no command, and stops on request",
    async () => {
      using folder = temporaryFolder();
      const browser = browserIn(folder.path);
      const data = join(folder.path, "data");
      mkdirSync(data);
      const contact = { locale: "da-DK", phone: "33 00 00 00", kiosk: true };
      writeFileSync(join(data, "breakdowns.json"), JSON.stringify({ starts: Array(5).fill(Date.now()), contact }));
      const env = { PATH: `${browser.path}:${process.env.PATH}`, DISPLAY: ":0", TILL_SUPERVISED: "1" };
      await using till = startProcess(["--shell", "browser", "--demo", "--data", data], env);
      await expect.poll(() => existsSync(browser.line)).toBe(true);
      const line = readFileSync(browser.line, "utf8");
      expect(line).toContain("--kiosk");
      const [, url = ""] = /--app=(http\S+)/.exec(line) ?? [];
      const page = await fetch(url);
      expect(page.status).toBe(503);
      expect(await page.text()).toMatch(/<h1>Ude af drift<\/h1>[\s\S]*33 00 00 00[\s\S]*<h1>Out of order<\/h1>/);
      expect((await fetch(new URL("/bridge/terminal.get", url), { method: "POST" })).status).toBe(404);
      expect(till.stdout()).toBe("");
      expect(existsSync(join(data, "till.db"))).toBe(false);
      till.child.kill("SIGTERM");
      expect(await till.exited).toBe(0);
      expect(JSON.parse(readFileSync(join(data, "breakdowns.json"), "utf8"))).toEqual({ starts: [], contact });
    },
  );
});
