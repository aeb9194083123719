/** A program that is told by webhook what happens: a server on a port of this machine, with the faults that such programs have. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  /** As it came: what was signed */
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a message it says itself
  json: any;
  /** What it was answered */
  status: number;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  messages: ReceivedMessage[];
  /** What a message is answered; 204 until it is changed */
  answer: (message: Omit<ReceivedMessage, "status">) => { status: number; headers?: Record<string, string> };
  /** Resolves with the messages as soon as they are what the test waits for. */
  until(holds: (messages: readonly ReceivedMessage[]) => boolean): Promise<readonly ReceivedMessage[]>;
}

/** Starts one. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const message = { headers: request.headers, body, json: JSON.parse(body) };
      const { status, headers = {} } = receiver.answer(message);
      response.writeHead(status, headers).end();
      receiver.messages.push({ ...message, status });
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages: [],
    answer: () => ({ status: 204 }),
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds(receiver.messages)) return;
          waiting.delete(look);
          resolve(receiver.messages);
        };
        waiting.add(look);
        look();
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
