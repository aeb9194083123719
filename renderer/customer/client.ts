/** What the customer's page knows of the till: what to show, the shop's logo, its customer's answers and one kind of event, over either carrier. */
import type { Picture } from "../../contract/catalogue.ts";
import type { DisplayView } from "../../contract/display.ts";
import type { Result } from "../../contract/errors.ts";
import type { ScreenAnswer } from "../../contract/registers.ts";
import type { Connection } from "../kit/client/connection.ts";
import { httpClient, takeToken } from "../kit/client/http.ts";

/** The whole surface of the customer's preload. */
export interface DisplayPort {
  get(): Promise<Result<DisplayView>>;
  /** The shop's logo. @param picture its id */
  picture(picture: string): Promise<Result<Picture>>;
  /** The customer's tip, in minor units; 0: none. @param of the amount of the offer that it answers */
  chooseTip(amount: number, of: number): Promise<Result<DisplayView>>;
  /** The customer's answer to a question. @param screenId so that it answers nothing else */
  answer(screenId: string, answer: ScreenAnswer): Promise<Result<DisplayView>>;
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
    picture: (picture) => client.call("catalogue.picture", { picture }),
    chooseTip: (amount, of) => client.call("display.chooseTip", { amount, of }),
    answer: (screenId, answer) => client.call("display.answer", { screenId, answer }),
    on: (listener) => client.on((event) => event.type === "display.changed" && listener(event.display)),
    onConnection: (listener) => void client.onConnection(listener),
    onGap: (listener) => void client.on(() => {}, listener),
  };
}
