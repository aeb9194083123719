/** Finds printers: USB devices, the system's print queues, and machines on the local network that accept raw printing. */
import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import type { FoundPrinter } from "../../../contract/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import { connectPrinter } from "./connection.ts";
import { usbPrinters } from "./device.ts";
import { systemQueues } from "./queue.ts";

const CONNECTIONS = 32;
const CONNECT_MS = 400;
/** The network is searched for no longer than this, by the monotonic clock. */
const LONGEST_MS = 10_000;
/** How long a result is returned again before the next search of the network. */
const RESULT_MS = 3000;
/** Three networks of 254: more cannot be tried within the time of a search. */
const MAX_ADDRESSES = 762;
/** What is called raw printing, JetDirect or AppSocket. */
const PRINTER_PORT = 9100;

/** Where devices, programs and network addresses are; tests have their own. */
export interface PrinterSurroundings {
  platform: NodeJS.Platform;
  /** Put before the absolute paths of devices and programs */
  root: string;
  /** Addresses that a search for printers tries */
  addresses(): { host: string; port: number }[];
}

export const SYSTEM_SURROUNDINGS: PrinterSurroundings = {
  platform: process.platform,
  root: "",
  addresses: () => neighbours(networkInterfaces()),
};

export interface SearchPorts {
  clock: Clock;
  surroundings: PrinterSurroundings;
  closing: AbortSignal;
}

/**
 * Makes `printer.find`. At most one search runs: who starts another meanwhile gets the result of this one. `stop` ends
 * the search, and both callers get what was found so far.
 */
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
  return (wanted) => {
    if (wanted === "stop") stop.abort();
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
  const end = clock.monotonic() + LONGEST_MS;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (closing.aborted || clock.monotonic() >= end) return;
      const [at, address] = next;
      // Sends nothing: some printers print whatever they receive, and another till may be printing.
      await using printer = await connectPrinter(address, { clock, closing, timeouts: { connectMs: CONNECT_MS } });
      if (printer !== null) found[at] = { place: { kind: "escpos-tcp", ...address }, name: null, fault: null };
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  // In the order of the addresses, without the gaps.
  return found.filter((printer) => printer !== undefined);
}

const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);

/** Networks inside this machine, and tunnels: no printer of the shop is there. A `vEthernet` of Windows may be the shop's network. */
const VIRTUAL =
  /^(docker|podman|br-[\da-f]{12}|bridge\d{3}|veth(?!ernet)|virbr|lxc|lxd|cni|flannel|vmnet|vmenet|vboxnet|u?tun\d|tap|wg|zt|ppp)|virtualbox|vmware|WSL|Default Switch|vpn|wireguard|tailscale|zerotier/i;

/** The other addresses of the machine's private IPv4 networks: of a network larger than a /24, the /24 around the machine. */
export function neighbours(interfaces: ReturnType<typeof networkInterfaces>): { host: string; port: number }[] {
  const own = Object.entries(interfaces)
    .flatMap(([name, addresses]) => (VIRTUAL.test(name) ? [] : (addresses ?? [])))
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && PRIVATE.check(address))
    .filter(({ mac }) => /[1-9a-f]/i.test(mac));
  const all = new Set(own.flatMap(({ address, cidr }) => around(address, Number(cidr?.split("/")[1] ?? 24))));
  for (const { address } of own) all.delete(address);
  return [...all].slice(0, MAX_ADDRESSES).map((host) => ({ host, port: PRINTER_PORT }));
}

function around(address: string, prefix: number): string[] {
  const [, network = "", last = ""] = /^(.*\.)(\d+)$/.exec(address) ?? [];
  const size = 2 ** (32 - Math.max(24, prefix));
  const first = Number(last) - (Number(last) % size);
  // The first and the last address of a network are no machine's.
  return Array.from({ length: Math.max(0, size - 2) }, (_, at) => `${network}${first + at + 1}`);
}
