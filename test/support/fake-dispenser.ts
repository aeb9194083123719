/** A vending machine on a TCP port, with a motor that counts what it drops, and every fault that a machine has. */
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

/** What goes wrong; each is asked for the vend that it is about, and changed while the machine runs. */
export interface MachineFaults {
  /** Says no to the order, with this status */
  refuse: number | null;
  /** The body of that */
  refusal: string;
  /** Answers neither order nor question: the first so many; `before`: without hearing it */
  loseOrders: number;
  loseOrdersBefore: number;
  loseReports: number;
  /** Does not answer at all */
  isOff: boolean;
  /** How many it drops of each order before it jams; null: it does not */
  jamAfter: number | null;
  /** Reports a jam as done, with what dropped */
  callsJamDone: boolean;
  /** Drops so many more than ordered, of the first slot */
  extra: number;
  /** Forgets what it did as soon as it has dropped */
  forgets: boolean;
  /** Says to questions that it knows no vend */
  isStrange: boolean;
  /** Says that it does not know what dropped, having dropped it */
  isUnsure: boolean;
  /** Says another number from the second report on */
  contradicts: boolean;
  /** Answers questions so often with `pending` */
  pendingReports: number;
  /** Keeps orders undone until {@link FakeDispenser.drop} */
  waits: boolean;
  /** Hears questions, and answers them only when it is let go: {@link FakeDispenser.letGo} */
  holds: boolean;
  /** What it says to the question whether it is fit */
  fitness: number;
  /** Answers reports with this text */
  says: string | null;
}

/** A machine that works. */
export const NO_FAULTS: MachineFaults = {
  refuse: null,
  refusal: "",
  loseOrders: 0,
  loseOrdersBefore: 0,
  loseReports: 0,
  isOff: false,
  jamAfter: null,
  callsJamDone: false,
  extra: 0,
  forgets: false,
  isStrange: false,
  isUnsure: false,
  contradicts: false,
  pendingReports: 0,
  waits: false,
  holds: false,
  fitness: 204,
  says: null,
};

export interface FakeDispenser extends AsyncDisposable {
  url: string;
  faults: MachineFaults;
  /** What the motor really dropped, by vend, whatever the machine says of it */
  motor: Map<string, Drop[]>;
  /** Every request: `PUT <id>`, `GET <id>`, `GET` */
  heard: string[];
  /** Lets a machine that waits drop now */
  drop(id: string): void;
  /** Answers the questions that it held, each by what is true now */
  letGo(): void;
  /** Resolves as soon as the machine has heard so many requests that begin so */
  hears(request: string, times?: number): Promise<void>;
}

/** Starts a machine. */
export async function startFakeDispenser(faults: Partial<MachineFaults> = {}): Promise<FakeDispenser> {
  const vends = new Map<string, Vend>();
  const watchers = new Set<() => void>();
  const machine = {
    faults: { ...NO_FAULTS, ...faults },
    motor: new Map<string, Drop[]>(),
    heard: [] as string[],
    held: [] as (() => void)[],
    drop(id: string) {
      const vend = vends.get(id);
      if (vend?.state === "pending") runMotor(machine, id, vend);
    },
    letGo() {
      machine.faults.holds = false;
      for (const answerNow of machine.held.splice(0)) answerNow();
    },
    hears: (request: string, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (machine.heard.filter((one) => one.startsWith(request)).length < times) return;
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

type Machine = Pick<FakeDispenser, "faults" | "motor" | "heard"> & { held: (() => void)[] };

async function answer(machine: Machine, vends: Map<string, Vend>, request: IncomingMessage, response: ServerResponse) {
  const { faults } = machine;
  const id = /^\/vends\/(.+)$/.exec(request.url ?? "")?.[1];
  machine.heard.push(`${request.method} ${id ?? ""}`.trim());
  let text = "";
  for await (const chunk of request) text += chunk;
  if (faults.isOff) return void response.destroy();
  if (id === undefined) return void response.writeHead(faults.fitness).end();
  if (request.method === "PUT") return order(machine, vends, { id, text }, response);
  if (faults.loseReports > 0) {
    faults.loseReports -= 1;
    return void response.destroy();
  }
  if (faults.holds) machine.held.push(() => report(machine, vends.get(id), response));
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
    if (!faults.waits) runMotor(machine, id, vend);
    if (faults.forgets) vends.delete(id);
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
  // A second run of the same vend would show as more than was ordered.
  motor.set(id, [...(motor.get(id) ?? []), ...vend.dropped]);
  vend.state = faults.isUnsure ? "unknown" : faults.jamAfter === null || faults.callsJamDone ? "done" : "failed";
}

function report({ faults }: Machine, vend: Vend | undefined, response: ServerResponse): void {
  if (vend === undefined || faults.isStrange) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "application/json" });
  if (faults.says !== null) return void response.end(faults.says);
  if (vend.state === "pending" || faults.pendingReports > 0) {
    faults.pendingReports -= 1;
    return void response.end(JSON.stringify({ state: "pending", dropped: [] }));
  }
  response.end(JSON.stringify({ state: vend.state, dropped: faults.isUnsure ? [] : vend.dropped }));
  if (faults.contradicts) vend.dropped = vend.dropped.map(({ slot, quantity }) => ({ slot, quantity: quantity + 1 }));
}
