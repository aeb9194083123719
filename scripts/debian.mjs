/** Debian packages for tests, if this is Debian and the user is root. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Installs packages with a message on stderr. @returns {boolean} whether they are installed; false if not possible here
 */
export function installPackages(...packages) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  process.stderr.write(`installing ${packages.join(", ")} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { env, stdio: ["ignore", 2, 2] }).status === 0;
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  return apt(...install) || (apt("update") && apt(...install));
}

export function has(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;
}
