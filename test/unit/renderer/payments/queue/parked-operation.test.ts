/** What an operator may do about an operation that waits for a person. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { done } from "../../../../../contract/errors.ts";
import type { Operation } from "../../../../../contract/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { startTexts } from "../../../../../renderer/kit/i18n/index.ts";
import { ParkedChoices } from "../../../../../renderer/payments/queue/parked-operation.tsx";
import { TillProvider } from "../../../../../renderer/store/store.tsx";
import { createTillStore } from "../../../../../renderer/store/till-store.ts";

beforeAll(() => startTexts("en"));

/** The choices for a parked operation, as they are drawn. */
function choices(operation: Partial<Operation>): string {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const client = { call: async () => done({}) as never, on: () => () => undefined };
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  const parked = { id: "X", posTid: "A-1", kind: "create", unknownSince: null, ...operation } as Operation;
  const content = createElement(ParkedChoices, { operation: parked, payment: null });
  return renderToStaticMarkup(createElement(TillProvider, { value: { store, actions } }, content));
}

describe("giving up a parked creation", () => {
  const unknownSince = "2026-11-22T10:00:00.000Z";

  it("is no choice while its answer is missing: the customer may have been asked", () => {
    expect(choices({ unknownSince, lastErrorReason: null })).not.toContain("Give up");
    expect(choices({ unknownSince, lastErrorReason: { code: "queue_not_known", values: {} } })).not.toContain(
      "Give up",
    );
  });

  it("is a choice where the service tells nobody whether the customer was asked", () => {
    expect(choices({ unknownSince, lastErrorReason: { code: "queue_asked_unknown", values: {} } })).toContain(
      "Give up",
    );
  });

  it("is a choice once it is known that nobody was asked", () => {
    expect(choices({ unknownSince: null })).toContain("Give up");
  });

  it("is a choice for any other operation, answered or not", () => {
    expect(choices({ kind: "capture", unknownSince })).toContain("Give up");
  });
});
