import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Something that stays with this machine and does not travel with a copied folder. */
export function machineId(): string {
  const path = ["/etc/machine-id", "/var/lib/dbus/machine-id"].find((candidate) => existsSync(candidate));
  return path ? readFileSync(path, "utf8").trim() : hostname();
}
