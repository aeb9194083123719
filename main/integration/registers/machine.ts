/** What registers in the shop's network call the machine that the till runs on. */
import { isIP, isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";

/** What registers may call this machine. */
export interface Machine {
  name: string;
  addresses: readonly string[];
}

/** The names and addresses that registers reach a host by: of every address of this machine, each of them. Pure. */
export function namesOf(host: string, { name, addresses }: Machine): string[] {
  if (!isEveryAddress(host)) return [isIP(host) > 0 ? host : domainToASCII(host) || host];
  const isAll = host === "::";
  const own = !isName(name) ? [] : name.includes(".") ? [name] : [name, `${name}.local`];
  const loopback = ["localhost", "127.0.0.1", ...(isAll ? ["::1"] : [])];
  return [...own, ...loopback, ...addresses.filter((address) => isAll || isIPv4(address))];
}

/** Addresses of a link alone are left out: they take a zone beside, which no certificate has. */
export function thisMachine(): Machine {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const reached = all.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return { name: hostname(), addresses: reached.map(({ address }) => address) };
}

/** The one that is shown to whoever sets up a register: of every address an IPv4 one before another, and before the name. Pure. */
export function shownHost(host: string, { name, addresses }: Machine): string {
  if (!isEveryAddress(host)) return host;
  const reached = addresses.find(isIPv4) ?? (host === "::" ? addresses[0] : undefined);
  return reached ?? (isName(name) ? name : "localhost");
}

/** Whether it stands for all that the machine has, and is none that anybody could connect to. */
function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function isName(name: string): boolean {
  return /^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(name);
}
