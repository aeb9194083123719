/** Host names and addresses of this machine in the shop's network. */
import { isIP, isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";

export interface Machine {
  name: string;
  addresses: readonly string[];
}

/** Returns the names and addresses that reach a host. A wildcard address includes those of every interface. */
export function reachableHosts(host: string, { name, addresses }: Machine): string[] {
  if (!isEveryAddress(host)) return [isIP(host) > 0 ? host : domainToASCII(host) || host];
  const isAll = host === "::";
  const own = !isName(name) ? [] : name.includes(".") ? [name] : [name, `${name}.local`];
  const loopback = ["localhost", "127.0.0.1", ...(isAll ? ["::1"] : [])];
  return [...own, ...loopback, ...addresses.filter((address) => isAll || isIPv4(address))];
}

/** Link-local addresses are left out: they need a zone, which a certificate cannot contain. */
export function thisMachine(): Machine {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const reached = all.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return { name: hostname(), addresses: reached.map(({ address }) => address) };
}

/**
 * Returns the host to show when setting up a register. For a wildcard address, prefers IPv4, then other addresses, then
 * the name.
 */
export function preferredHost(host: string, { name, addresses }: Machine): string {
  if (!isEveryAddress(host)) return host;
  const reached = addresses.find(isIPv4) ?? (host === "::" ? addresses[0] : undefined);
  return reached ?? (isName(name) ? name : "localhost");
}

/** Returns whether the host is a wildcard address, to which no client can connect. */
function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function isName(name: string): boolean {
  return /^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(name);
}
