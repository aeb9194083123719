/** What the customer's page knows of the till: one question and one kind of event, over either carrier. */
import type { DisplayView } from "../../contract/display.ts";
import type { Result } from "../../contract/errors.ts";
import type { Connection } from "../kit/client/connection.ts";
import { httpClient, takeToken } from "../kit/client/http.ts";

/** The whole surface of the customer's preload. */
export interface DisplayPort {
  get(): Promise<Result<DisplayView>>;
  on(listener: (display: DisplayView) => void): () => void;
}

declare global {
  interface Window {
    customerDisplay?: DisplayPort;
  }
}

export interface CustomerClient extends DisplayPort {
  /** Tells the connection now, and whenever it changes. */
  onConnection(listener: (connection: Connection) => void): void;
  /** Called when changes may have been missed. */
  onGap(listener: () => void): void;
}

/** The desktop's port where there is one, else loopback HTTP with the ticket in the address. */
export function customerClient(): CustomerClient {
  return window.customerDisplay ? overIpc(window.customerDisplay) : overHttp();
}

function overIpc(port: DisplayPort): CustomerClient {
  return { ...port, onConnection: (listener) => listener("ready"), onGap: () => {} };
}

function overHttp(): CustomerClient {
  const client = httpClient(takeToken("ticket"));
  return {
    get: () => client.call("display.get", {}),
    on: (listener) => client.on((event) => event.type === "display.changed" && listener(event.display)),
    onConnection: (listener) => void client.onConnection(listener),
    onGap: (listener) => void client.on(() => {}, listener),
  };
}
