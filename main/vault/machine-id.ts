import { existsSync, readFileSync } from "node:fs";

/**
 * Something that stays with this machine and does not travel with a copied folder. Where the system keeps no such
 * thing in a file it is empty, and the random machine key alone protects the vault: a name that somebody may change
 * would lock the shop out of its own keys.
 */
export function machineId(): string {
  const path = ["/etc/machine-id", "/var/lib/dbus/machine-id"].find((candidate) => existsSync(candidate));
  return path ? readFileSync(path, "utf8").trim() : "";
}
