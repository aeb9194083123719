/** A webhook receiver on a local port, with the usual faults of such programs. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  /** Raw signed body */
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON: the test asserts its shape
  json: any;
  /** Response status */
  status: number;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  messages: ReceivedMessage[];
  /** The response to a message; 204 by default */
  answer: (message: Omit<ReceivedMessage, "status">) => { status: number; headers?: Record<string, string> };
  /** Resolves with the messages when they fulfil the condition. */
  until(holds: (messages: readonly ReceivedMessage[]) => boolean): Promise<readonly ReceivedMessage[]>;
}

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
