import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ProgramOutput, type ServicePorts, serviceTask } from "../../../../../main/shells/systemd/service-task.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

/** A machine with its own home; `systemctl` returns scripted results, and its calls are recorded. */
function machine(
  own: Partial<ServicePorts> = {},
  systemctl: (args: string[]) => ProgramOutput = () => ({ code: 0, text: "" }),
) {
  const folder = temporaryFolder();
  const said = { stdout: "", stderr: "" };
  const told: string[] = [];
  const ports: ServicePorts = {
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    platform: "linux",
    env: { XDG_CONFIG_HOME: folder.path },
    installed: null,
    entries: join(import.meta.dirname, "../../../../../out/main"),
    run(program, args) {
      told.push([program, ...args].join(" "));
      return systemctl(args);
    },
    ...own,
  };
  const units = join(folder.path, "systemd", "user");
  const path = join(units, "till.service");
  const run = (...argv: string[]) => serviceTask(argv, ports);
  return { run, said, told, path, units, folder: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const INSTALL = ["install", "--shell", "none", "--data", "/srv/my till"];

describe("service install", () => {
  it("writes the unit for the project's own Node and program, and makes systemd start it", () => {
    using shop = machine();
    expect(shop.run(...INSTALL)).toBe(0);
    const text = readFileSync(shop.path, "utf8");
    expect(text).toMatch(
      /^ExecStart=":\/.*\/node_modules\/node\/bin\/node" "\/.*\/out\/main\/browser\.js" "--shell=none" "--data=\/srv\/my till"$/m,
    );
    expect(shop.told).toEqual([
      "systemctl --user show-environment",
      "systemctl --user daemon-reload",
      "systemctl --user enable --now till.service",
    ]);
    expect(shop.said.stdout).toContain("loginctl enable-linger");
  });

  it("changes nothing when repeated, and explains how other options take effect", () => {
    using shop = machine();
    shop.run(...INSTALL);
    const before = statSync(shop.path).ino;
    expect(shop.run(...INSTALL)).toBe(0);
    expect(statSync(shop.path).ino).toBe(before);
    expect(shop.said.stdout).toContain("Unchanged: ");
    expect(shop.run(...INSTALL, "--port", "8080")).toBe(0);
    expect(readFileSync(shop.path, "utf8")).toContain('"--port=8080"');
    expect(shop.said.stdout).toContain("systemctl --user restart till.service");
  });

  it.each([null, { code: 1, text: "Failed to connect to bus: No medium found\n" }])(
    "prints the commands to run when systemd is unreachable (%j)",
    (answer) => {
      using shop = machine({}, () => answer);
      expect(shop.run(...INSTALL)).toBe(0);
      expect(existsSync(shop.path)).toBe(true);
      expect(shop.said.stdout).toContain(
        "  systemctl --user daemon-reload\n  systemctl --user enable --now till.service",
      );
    },
  );

  it("exits with 1 and systemd's error when systemd refuses", () => {
    using shop = machine({}, ([, word]) => ({ code: word === "enable" ? 1 : 0, text: "the unit is masked\n" }));
    expect(shop.run(...INSTALL)).toBe(1);
    expect(shop.said.stderr).toContain("the unit is masked");
  });

  it("starts the installed till's own program", () => {
    using shop = machine({ installed: "/opt/Till/till" });
    expect(shop.run("install", "--kiosk", "--data", "/srv/till")).toBe(0);
    expect(readFileSync(shop.path, "utf8")).toContain(
      'ExecStart=":/opt/Till/till" "--shell=electron" "--data=/srv/till" "--kiosk"\n',
    );
  });

  it.each([
    [["--port", "70000"], "--port"],
    [["--colour", "red"], "--colour"],
    [["--shell", "window"], "--shell"],
    [["--config", "/nowhere/till.json"], "--config"],
    [["--data", "/srv/a\nb"], "--data"],
  ])("refuses %j and names the field", (options, field) => {
    using shop = machine();
    expect(shop.run("install", "--shell", "none", ...options)).toBe(2);
    expect(shop.said.stderr).toContain(`  ${field}: expected `);
    expect(existsSync(shop.path)).toBe(false);
    expect(shop.told).toEqual([]);
  });

  it("refuses a window other than the installed till's own", () => {
    using shop = machine({ installed: "/opt/Till/till" });
    expect(shop.run("install", "--shell", "browser")).toBe(2);
    expect(shop.said.stderr).toContain("--shell: expected electron");
  });

  it("refuses a program path that systemd does not accept", () => {
    using shop = machine({ installed: "/opt/the owner's/till" });
    expect(shop.run("install")).toBe(2);
    expect(shop.said.stderr).toContain("program: expected an installation path without quotes");
  });

  it("supports only Linux, and names the alternatives for other systems", () => {
    using shop = machine({ platform: "win32" });
    expect(shop.run(...INSTALL)).toBe(2);
    expect(shop.said.stderr).toContain("docs/operating.md");
  });
});

describe("service print", () => {
  it("writes the unit to standard output, and no file", () => {
    using shop = machine();
    expect(shop.run("print", "--shell", "none")).toBe(0);
    expect(shop.said.stdout).toMatch(/^# Written by the till[\s\S]*\[Service\]\nType=notify/);
    expect(existsSync(shop.path)).toBe(false);
  });
});

describe("service uninstall", () => {
  it("stops the till, removes the unit, and succeeds without one", () => {
    using shop = machine();
    shop.run(...INSTALL);
    shop.told.length = 0;
    expect(shop.run("uninstall")).toBe(0);
    expect(existsSync(shop.path)).toBe(false);
    expect(shop.told).toContain("systemctl --user disable --now till.service");
    expect(shop.told.at(-1)).toBe("systemctl --user daemon-reload");
    expect(shop.run("uninstall")).toBe(0);
  });

  it("removes the enabling link when systemd is unreachable", () => {
    using shop = machine({}, () => null);
    shop.run(...INSTALL);
    const wants = join(shop.units, "default.target.wants");
    mkdirSync(wants);
    symlinkSync(shop.path, join(wants, "till.service"));
    writeFileSync(join(wants, "other.service"), "");
    expect(shop.run("uninstall")).toBe(0);
    expect(existsSync(shop.path)).toBe(false);
    expect(existsSync(join(wants, "till.service"))).toBe(false);
    expect(existsSync(join(wants, "other.service"))).toBe(true);
  });
});

describe("service status", () => {
  it("reports whether a unit exists, and systemd's status of it", () => {
    using shop = machine({}, (args) => ({ code: 0, text: args.includes("status") ? "active (running)\n" : "" }));
    expect(shop.run("status")).toBe(1);
    shop.run(...INSTALL);
    expect(shop.run("status")).toBe(0);
    expect(shop.said.stdout).toContain("active (running)");
  });
});
