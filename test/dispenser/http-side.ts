/** The machine's side of the HTTP contract (docs/vending.md). */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import type { OrderedItem, VendingMachine, VendRecord } from "./machine.ts";

export interface HttpSide extends AsyncDisposable {
  /** URL for the till's settings */
  url: string;
}

/** Serves the machine on a loopback port; 0: any. @throws when the port is taken */
export async function serveHttp(
  machine: VendingMachine,
  port: number,
  onLine: (line: string) => void = () => undefined,
): Promise<HttpSide> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(machine, request);
    onLine(`${request.method} ${request.url} ${status} ${body}`);
    // A machine without power and a lost response look the same to the till.
    if (!machine.powered || losesAnswer(machine)) return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json" }).end(garbled(machine, body));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function losesAnswer({ faults }: VendingMachine): boolean {
  if (faults.loseResponses === 0) return false;
  faults.loseResponses--;
  return true;
}

/** JSON without its first character is invalid. */
function garbled({ faults }: VendingMachine, body: string): string {
  if (faults.corruptResponses === 0) return body;
  faults.corruptResponses--;
  return body.slice(1);
}

async function answer(machine: VendingMachine, request: IncomingMessage): Promise<{ status: number; body: string }> {
  const { method, url = "/" } = request;
  const sent = await text(request);
  if (!machine.powered) return { status: 503, body: "" };
  if (url === "/" && method === "GET") {
    const { outOfServiceReason } = machine.faults;
    return outOfServiceReason === null
      ? { status: 200, body: "{}" }
      : { status: 503, body: JSON.stringify({ problem: outOfServiceReason }) };
  }
  const id = /^\/vends\/([^/]+)$/.exec(url)?.[1];
  if (id === undefined) return { status: 404, body: "" };
  const known = machine.find(decodeURIComponent(id));
  if (method === "PUT")
    return known === null ? begin(machine, decodeURIComponent(id), sent) : { status: 200, body: "" };
  if (method !== "GET") return { status: 405, body: "" };
  return known === null ? { status: 404, body: "" } : { status: 200, body: JSON.stringify(reportOf(known)) };
}

function begin(machine: VendingMachine, id: string, sent: string) {
  const items = itemsIn(sent);
  if (items === null) return { status: 400, body: "" };
  if (machine.busy) return { status: 503, body: JSON.stringify({ problem: "busy" }) };
  const refused =
    machine.faults.outOfServiceReason ??
    (items.some(({ slot, quantity }) => machine.stock(slot) < quantity) && "empty");
  if (refused) return { status: 409, body: JSON.stringify({ problem: refused }) };
  machine.vend(id, items);
  return { status: 202, body: "" };
}

function itemsIn(sent: string): OrderedItem[] | null {
  try {
    const { items }: { items: OrderedItem[] } = JSON.parse(sent);
    const known = ({ slot, quantity }: OrderedItem) => typeof slot === "string" && Number.isSafeInteger(quantity);
    return items.length > 0 && items.every(known) ? items : null;
  } catch {
    return null;
  }
}

function reportOf({ state, items }: VendRecord) {
  const dropped = items.filter((item) => item.dropped > 0).map((item) => ({ slot: item.slot, quantity: item.dropped }));
  return { state, dropped };
}
