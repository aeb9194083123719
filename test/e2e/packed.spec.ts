/**
 * The desktop as installed: the output of `npm run dist` outside of the project, on the stand-in for Electron. Only the
 * stand-in belongs to the project.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { extractArchive, packTill } from "../support/packed-till.ts";
import { expect, openOverStandIn, pay, type StandInDesktop, test, withPhone } from "./fixtures.ts";

/** Packs a till and installs it in a folder. */
function install(folder: string): { app: string; data: string; start(): Promise<StandInDesktop> } {
  // A runtime for another platform is more than a program with fuses, so only Linux is packed.
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
        // Chromium is a script that needs the system's tools.
        PATH: "/usr/bin:/bin",
        NODE_PATH: "",
        NODE_OPTIONS: "",
      },
      { entry: join(app, "out/main/electron.js"), cwd: dirname(app) },
    );
  return { app, data, start };
}

/** Returns the native modules loaded by a process. */
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
    // Sealed by the keychain, and without files that this machine's key could open.
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
