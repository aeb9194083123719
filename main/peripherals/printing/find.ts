/** Finds printers: USB devices, system print queues, and local network hosts that accept raw printing. */
import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import type { FoundPrinter } from "../../../contract/receipts/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import { connectPrinter } from "./connection.ts";
import { usbPrinters } from "./device.ts";
import { systemQueues } from "./queue.ts";

const CONNECTIONS = 32;
const CONNECT_MS = 400;
const MAX_SEARCH_MS = 10_000;
const RESULT_MS = 3000;
/** Three networks of 254 hosts: the limit of one search. */
const MAX_ADDRESSES = 762;
/** Raw printing, also called JetDirect or AppSocket. */
const PRINTER_PORT = 9100;

export interface PrinterEnvironment {
  platform: NodeJS.Platform;
  /** Prepended to paths of devices and programs */
  root: string;
  addresses(): { host: string; port: number }[];
}

export const SYSTEM_SURROUNDINGS: PrinterEnvironment = {
  platform: process.platform,
  root: "",
  addresses: () => neighbours(networkInterfaces()),
};

export interface SearchPorts {
  clock: Clock;
  surroundings: PrinterEnvironment;
  closing: AbortSignal;
}

/** Creates `printer.find`. Concurrent callers share one search, and `stop` returns the results so far. */
export function printerSearch(ports: SearchPorts): (search: "start" | "stop") => Promise<FoundPrinter[]> {
  const { clock } = ports;
  let stop = new AbortController();
  let found: Promise<FoundPrinter[]> = Promise.resolve([]);
  let nextAt = clock.monotonic();
  const run = async () => {
    nextAt = Number.POSITIVE_INFINITY;
    stop = new AbortController();
    const closing = AbortSignal.any([stop.signal, ports.closing]);
    return await search({ ...ports, closing }).finally(() => {
      nextAt = clock.monotonic() + (closing.aborted ? 0 : RESULT_MS);
    });
  };
  return (action) => {
    if (action === "stop") stop.abort();
    else if (clock.monotonic() >= nextAt) found = run();
    return found;
  };
}

async function search(ports: SearchPorts): Promise<FoundPrinter[]> {
  const { surroundings, closing } = ports;
  const queues = systemQueues({ ...surroundings, closing });
  const [usb, network] = await Promise.all([usbPrinters(surroundings.root), networkPrinters(ports)]);
  const ofSystem = (await queues).map(({ name, isStopped }): FoundPrinter => {
    const place = { kind: "escpos-queue", queue: name } as const;
    return { place, name: null, fault: isStopped ? "queue_stopped" : null };
  });
  return [...usb, ...ofSystem, ...network];
}

async function networkPrinters({ clock, surroundings, closing }: SearchPorts): Promise<FoundPrinter[]> {
  const waiting = [...surroundings.addresses().entries()];
  const found: FoundPrinter[] = [];
  const end = clock.monotonic() + MAX_SEARCH_MS;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (closing.aborted || clock.monotonic() >= end) return;
      const [at, address] = next;
      await using printer = await connectPrinter(address, { clock, closing, timeouts: { connectMs: CONNECT_MS } });
      if (printer !== null) found[at] = { place: { kind: "escpos-tcp", ...address }, name: null, fault: null };
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return found.filter((printer) => printer !== undefined);
}

const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);

/** Virtual networks and tunnels. A Windows `vEthernet` may be the shop's network and is searched. */
const VIRTUAL =
  /^(docker|podman|br-[\da-f]{12}|bridge\d{3}|veth(?!ernet)|virbr|lxc|lxd|cni|flannel|vmnet|vmenet|vboxnet|u?tun\d|tap|wg|zt|ppp)|virtualbox|vmware|WSL|Default Switch|vpn|wireguard|tailscale|zerotier/i;

/** Returns the other hosts of private IPv4 networks; of a network larger than /24, the /24 around this machine. */
export function neighbours(interfaces: ReturnType<typeof networkInterfaces>): { host: string; port: number }[] {
  const own = Object.entries(interfaces)
    .flatMap(([name, addresses]) => (VIRTUAL.test(name) ? [] : (addresses ?? [])))
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && PRIVATE.check(address))
    .filter(({ mac }) => /[1-9a-f]/i.test(mac));
  const all = new Set(own.flatMap(({ address, cidr }) => subnetHosts(address, Number(cidr?.split("/")[1] ?? 24))));
  for (const { address } of own) all.delete(address);
  return [...all].slice(0, MAX_ADDRESSES).map((host) => ({ host, port: PRINTER_PORT }));
}

function subnetHosts(address: string, prefix: number): string[] {
  const [, network = "", last = ""] = /^(.*\.)(\d+)$/.exec(address) ?? [];
  const size = 2 ** (32 - Math.max(24, prefix));
  const first = Number(last) - (Number(last) % size);
  // Excludes the network and broadcast address.
  return Array.from({ length: Math.max(0, size - 2) }, (_, at) => `${network}${first + at + 1}`);
}
