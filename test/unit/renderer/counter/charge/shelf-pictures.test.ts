import { expect, it } from "vitest";
import { done, failed } from "../../../../../contract/calls/errors.ts";
import { shelfActions } from "../../../../../renderer/counter/charge/shelf-actions.ts";
import type { ActionPorts } from "../../../../../renderer/store/ports.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";

it("a product's picture is read once, and again after a failed read", async () => {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const answers = [failed("internal"), done({ mediaType: "image/png", data: "AAAA" })];
  let asked = 0;
  const client = { call: async () => answers[asked++] as never, on: () => () => undefined };
  const ports: ActionPorts = { store, client, now: () => 0, savePreferences: () => undefined };
  const { readPicture } = shelfActions(ports, { enter: () => undefined, newSale: () => undefined });
  await readPicture("p");
  expect(store.getState().shelf.pictures).toEqual({});
  await Promise.all([readPicture("p"), readPicture("p")]);
  await readPicture("p");
  expect([asked, store.getState().shelf.pictures]).toEqual([2, { p: "data:image/png;base64,AAAA" }]);
});
