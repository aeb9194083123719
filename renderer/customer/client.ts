import type { Result } from "../../contract/calls/errors.ts";
import type { Picture } from "../../contract/catalogue/catalogue.ts";
import type { ScreenAnswer } from "../../contract/integration/registers.ts";
import type { DisplayView } from "../../contract/receipts/display.ts";
import type { Connection } from "../kit/client/connection.ts";
import { httpClient, takeToken } from "../kit/client/http.ts";

export interface DisplayPort {
  get(): Promise<Result<DisplayView>>;
  picture(picture: string): Promise<Result<Picture>>;
  /**
   * Sends the customer's tip in minor units; 0: none.
   * @param of amount of the answered offer
   */
  chooseTip(amount: number, of: number): Promise<Result<DisplayView>>;
  answer(screenId: string, answer: ScreenAnswer): Promise<Result<DisplayView>>;
  on(listener: (display: DisplayView) => void): () => void;
}

declare global {
  interface Window {
    customerDisplay?: DisplayPort;
  }
}

export interface CustomerClient extends DisplayPort {
  onConnection(listener: (connection: Connection) => void): void;
  onGap(listener: () => void): void;
}

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
