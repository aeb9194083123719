/** `npm run dist` when it packs nothing; package.thorough.test.ts covers the packed result. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/builder.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { dist } from "../../support/packed-till.ts";

const HAS_RUNTIME = existsSync(join(ROOT, "node_modules/electron/dist/version"));

describe("npm run dist", () => {
  it("reports a missing runtime in one sentence, and exits with 3", () => {
    using folder = temporaryFolder();
    const { status, stdout, stderr } = dist(["--dir", "--output", join(folder.path, "dist")], folder.path);
    expect(status).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^Nothing was packed: there is no Electron runtime in [^\n]+\.\n$/);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  // An installed runtime needs no download.
  it.skipIf(HAS_RUNTIME)("names a failed download, also while it is not retried, and exits with 3", () => {
    using folder = temporaryFolder();
    const nowhere = {
      TILL_CACHE: join(folder.path, "cache"),
      electron_config_cache: join(folder.path, "electron"),
      // No server listens there.
      ELECTRON_MIRROR: "http://127.0.0.1:9/",
    };
    const output = join(folder.path, "dist");
    const first = dist(["--output", output], "", nowhere);
    expect(first).toMatchObject({ status: 3, stdout: "" });
    expect(first.stderr).toMatch(
      /\nNothing was packed: Electron's runtime is not installed and could not be downloaded\.\n$/,
    );
    const again = dist(["--output", output], "", nowhere);
    expect(again).toMatchObject({ status: 3, stdout: "" });
    expect(again.stderr).toBe(
      'Nothing was packed: Electron\'s runtime is not installed, and its download failed lately (try again with "npx install-electron").\n',
    );
    expect(existsSync(output)).toBe(false);
  });

  it("refuses unknown options", () => {
    expect(dist(["--fast"], "")).toMatchObject({ status: 2, stderr: "npm run dist takes --dir and --output DIR.\n" });
  });
});
