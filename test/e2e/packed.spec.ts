/**
 * The desktop as it would be installed: what `npm run dist` packs, outside of the project, over the stand-in for
 * Electron. The stand-in alone is the project's.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { extractArchive, packTill } from "../support/packed-till.ts";
import { expect, openOverStandIn, pay, type StandInDesktop, test, withPhone } from "./fixtures.ts";

/** Packs a till and installs it in a folder. */
function install(folder: string): { app: string; data: string; start(): Promise<StandInDesktop> } {
  // A runtime for another platform is more than a program with fuses. Linux stands for them.
  test.info().skip(process.platform !== "linux", "it is packed on Linux alone");
  const app = extractArchive(packTill(join(folder, "packed")).archive, join(folder, "installed/resources"));
  const data = join(folder, "data");
  const start = () =>
    openOverStandIn(
      ["--demo", "--data", data],
      {
        STAND_IN_PACKAGED: "1",
        STAND_IN_KEYRING: join(folder, "keyring"),
        HOME: folder,
        // Chromium is a script that asks the system's own tools.
        PATH: "/usr/bin:/bin",
        NODE_PATH: "",
        NODE_OPTIONS: "",
      },
      { entry: join(app, "out/main/electron.js"), cwd: dirname(app) },
    );
  return { app, data, start };
}

/** The native modules that a process has loaded. */
function nativeModules(pid: number | undefined): string[] {
  const maps = readFileSync(`/proc/${pid}/maps`, "utf8");
  return [...new Set(maps.match(/\/\S+\.node$/gm))];
}

test("an installed till takes a payment and keeps it after a restart @stand-in @thorough", async ({ page }) => {
  using folder = temporaryFolder();
  const { app, data, start } = install(folder.path);
  {
    const opened = await start();
    const { till } = opened;
    await using shop = withPhone(opened, page);
    const addon = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;
    expect(nativeModules(till.child.pid)).toEqual([join(`${app}.unpacked`, addon)]);
    await pay(shop, "14900");
    // What the keychain sealed, and nothing that this machine's key would open.
    expect(readdirSync(data).filter((name) => /vault|key/.test(name))).toEqual(["vault.keychain.json"]);
    expect(JSON.parse(readFileSync(join(data, "vault.keychain.json"), "utf8")).keychain).toBe("gnome_libsecret");
    till.tell({ do: "developer tools", window: 0 });
    await till.said("electron: developer tools refused");
    till.child.kill("SIGTERM");
    expect(await till.exited).toBe(0);
  }
  await using again = await start();
  await again.counter.getByRole("button", { name: "Payments" }).click();
  await expect(again.counter.getByRole("grid", { name: "Payments" }).getByText("149,00")).toBeVisible();
});
