/**
 * A vending machine on a TCP port. A simulated motor counts the dropped products, and every machine fault can be
 * injected.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Drop {
  slot: string;
  quantity: number;
}

interface Vend {
  items: Drop[];
  state: "pending" | "done" | "failed" | "unknown";
  dropped: Drop[];
}

/** Faults, evaluated per vend; they can change while the machine runs. */
export interface MachineFaults {
  /** Refuses the order with this status */
  refuse: number | null;
  /** Body of the refusal */
  refusal: string;
  /** Numbers of lost responses to orders, of orders lost before processing, and of lost responses to polls */
  loseOrders: number;
  loseOrdersBefore: number;
  loseReports: number;
  /** Does not respond at all */
  isOff: boolean;
  /** Number of drops per order before a jam; null: no jam */
  jamAfter: number | null;
  /** Reports a jam as done, with the dropped products */
  reportsJamAsDone: boolean;
  /** Drops this many more than ordered from the first slot */
  extra: number;
  /** Forgets a vend as soon as it has dropped */
  forgetsVends: boolean;
  /** Reports every vend as unknown when polled */
  reportsUnknownVend: boolean;
  /** Reports that it does not know what dropped, after dropping it */
  reportsUnknownDrop: boolean;
  /** Reports a different number from the second report on */
  changesReport: boolean;
  /** Number of polls answered with `pending` */
  pendingReports: number;
  /** Delays orders until {@link FakeDispenser.drop} */
  delaysOrders: boolean;
  /** Holds responses to polls until {@link FakeDispenser.releasePolls} */
  holdsPolls: boolean;
  /** Status of the health check */
  healthStatus: number;
  /** Answers reports with this text */
  reportBody: string | null;
}

/** A machine without faults. */
export const NO_FAULTS: MachineFaults = {
  refuse: null,
  refusal: "",
  loseOrders: 0,
  loseOrdersBefore: 0,
  loseReports: 0,
  isOff: false,
  jamAfter: null,
  reportsJamAsDone: false,
  extra: 0,
  forgetsVends: false,
  reportsUnknownVend: false,
  reportsUnknownDrop: false,
  changesReport: false,
  pendingReports: 0,
  delaysOrders: false,
  holdsPolls: false,
  healthStatus: 204,
  reportBody: null,
};

export interface FakeDispenser extends AsyncDisposable {
  url: string;
  faults: MachineFaults;
  /** Products that the motor really dropped, by vend, whatever the machine reports */
  motor: Map<string, Drop[]>;
  receivedRequests: string[];
  /** Lets a waiting machine drop now */
  drop(id: string): void;
  /** Answers the held polls with the current state */
  releasePolls(): void;
  /** Resolves when the machine has received this many requests with this prefix */
  waitForRequests(request: string, times?: number): Promise<void>;
}

export async function startFakeDispenser(faults: Partial<MachineFaults> = {}): Promise<FakeDispenser> {
  const vends = new Map<string, Vend>();
  const watchers = new Set<() => void>();
  const machine = {
    faults: { ...NO_FAULTS, ...faults },
    motor: new Map<string, Drop[]>(),
    receivedRequests: [] as string[],
    held: [] as (() => void)[],
    drop(id: string) {
      const vend = vends.get(id);
      if (vend?.state === "pending") runMotor(machine, id, vend);
    },
    releasePolls() {
      machine.faults.holdsPolls = false;
      for (const answerNow of machine.held.splice(0)) answerNow();
    },
    waitForRequests: (request: string, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (machine.receivedRequests.filter((one) => one.startsWith(request)).length < times) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
  const server = createServer((request, response) => {
    void answer(machine, vends, request, response).then(() => {
      for (const look of watchers) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(machine, {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Machine = Pick<FakeDispenser, "faults" | "motor" | "receivedRequests"> & { held: (() => void)[] };

async function answer(machine: Machine, vends: Map<string, Vend>, request: IncomingMessage, response: ServerResponse) {
  const { faults } = machine;
  const id = /^\/vends\/(.+)$/.exec(request.url ?? "")?.[1];
  machine.receivedRequests.push(`${request.method} ${id ?? ""}`.trim());
  let text = "";
  for await (const chunk of request) text += chunk;
  if (faults.isOff) return void response.destroy();
  if (id === undefined) return void response.writeHead(faults.healthStatus).end();
  if (request.method === "PUT") return order(machine, vends, { id, text }, response);
  if (faults.loseReports > 0) {
    faults.loseReports -= 1;
    return void response.destroy();
  }
  if (faults.holdsPolls) machine.held.push(() => report(machine, vends.get(id), response));
  else report(machine, vends.get(id), response);
}

function order(
  machine: Machine,
  vends: Map<string, Vend>,
  { id, text }: { id: string; text: string },
  response: ServerResponse,
): void {
  const { faults } = machine;
  if (faults.loseOrdersBefore > 0) {
    faults.loseOrdersBefore -= 1;
    return void response.destroy();
  }
  if (faults.refuse !== null) return void response.writeHead(faults.refuse).end(faults.refusal);
  if (!vends.has(id)) {
    const vend: Vend = { items: JSON.parse(text).items, state: "pending", dropped: [] };
    vends.set(id, vend);
    if (!faults.delaysOrders) runMotor(machine, id, vend);
    if (faults.forgetsVends) vends.delete(id);
  }
  if (faults.loseOrders > 0) {
    faults.loseOrders -= 1;
    return void response.destroy();
  }
  response.writeHead(202).end();
}

function runMotor({ faults, motor }: Machine, id: string, vend: Vend): void {
  let left = faults.jamAfter ?? Number.POSITIVE_INFINITY;
  vend.dropped = vend.items.flatMap(({ slot, quantity }, index) => {
    const dropped = Math.min(quantity + (index === 0 ? faults.extra : 0), left);
    left -= dropped;
    return dropped > 0 ? [{ slot, quantity: dropped }] : [];
  });
  // A second run of the same vend would appear as more than was ordered.
  motor.set(id, [...(motor.get(id) ?? []), ...vend.dropped]);
  vend.state = faults.reportsUnknownDrop
    ? "unknown"
    : faults.jamAfter === null || faults.reportsJamAsDone
      ? "done"
      : "failed";
}

function report({ faults }: Machine, vend: Vend | undefined, response: ServerResponse): void {
  if (vend === undefined || faults.reportsUnknownVend) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "application/json" });
  if (faults.reportBody !== null) return void response.end(faults.reportBody);
  if (vend.state === "pending" || faults.pendingReports > 0) {
    faults.pendingReports -= 1;
    return void response.end(JSON.stringify({ state: "pending", dropped: [] }));
  }
  response.end(JSON.stringify({ state: vend.state, dropped: faults.reportsUnknownDrop ? [] : vend.dropped }));
  if (faults.changesReport) vend.dropped = vend.dropped.map(({ slot, quantity }) => ({ slot, quantity: quantity + 1 }));
}
