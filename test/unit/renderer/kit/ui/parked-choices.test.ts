/** An operator's choices for a parked operation. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../../../contract/payments/views.ts";
import { ParkedChoices } from "../../../../../renderer/kit/ui/parked-choices.tsx";
import { startAllTexts } from "../../../../support/texts.ts";

beforeAll(() => startAllTexts("en"));

/** The rendered choices for a parked operation. */
function choices(parked: Partial<Operation>): string {
  const operation = { id: "X", posTid: "A-1", kind: "create", unknownSince: null, ...parked } as Operation;
  const onOpen = () => undefined;
  return renderToStaticMarkup(createElement(ParkedChoices, { operation, payment: null, onOpen }));
}

describe("abandoning a parked creation", () => {
  const unknownSince = "2026-11-22T10:00:00.000Z";

  it("is no choice while its answer is missing: the customer may have been asked", () => {
    expect(choices({ unknownSince, lastErrorReason: null })).not.toContain("Discard");
    expect(choices({ unknownSince, lastErrorReason: { code: "queue_not_known", values: {} } })).not.toContain(
      "Discard",
    );
  });

  it("is offered when the service never notifies customers", () => {
    expect(choices({ unknownSince, lastErrorReason: { code: "queue_asked_unknown", values: {} } })).toContain(
      "Discard",
    );
  });

  it("is a choice once it is certain that no customer was asked", () => {
    expect(choices({ unknownSince: null })).toContain("Discard");
  });

  it("is a choice for any other operation, answered or not", () => {
    expect(choices({ kind: "capture", unknownSince })).toContain("Discard");
  });
});
