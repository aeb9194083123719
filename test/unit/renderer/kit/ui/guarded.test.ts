/** An irreversible button ignores a press that was meant for the previous screen. */
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import type { Operation, Payment, Terminal } from "../../../../../contract/payments/views.ts";
import { createActions } from "../../../../../renderer/app/actions.ts";
import { FRESH_MS, followScreens } from "../../../../../renderer/app/fresh-binding.ts";
import { CaptureDialog } from "../../../../../renderer/payments/list/capture-dialog.tsx";
import { ConfirmStepDialog } from "../../../../../renderer/payments/list/confirm-step-dialog.tsx";
import { DiscardDialog, RetryDialog } from "../../../../../renderer/payments/queue/operation-dialogs.tsx";
import { BulkDialog } from "../../../../../renderer/payments/reserved/bulk-dialog.tsx";
import { WipeSheet } from "../../../../../renderer/settings/keys/previous-key.tsx";
import { RemoveSheet } from "../../../../../renderer/settings/keys/refund-key-sheets.tsx";
import type { Dialog } from "../../../../../renderer/store/state.ts";
import { createTillStore } from "../../../../../renderer/store/store.ts";
import { TillProvider } from "../../../../../renderer/store/till-provider.tsx";
import { startAllTexts } from "../../../../support/texts.ts";

// A dialog is drawn outside the page: its content is enough here.
vi.mock("../../../../../renderer/kit/ui/sheet.tsx", () => ({
  Sheet: ({ children, footer }: { children: ReactNode; footer: ReactNode }) =>
    createElement("div", null, children, footer),
}));
// A reason is already chosen.
vi.mock("../../../../../renderer/kit/ui/reason-choice.ts", () => ({ useReason: () => ({ text: "Paid in cash" }) }));
vi.mock("../../../../../renderer/kit/ui/reason-field.tsx", () => ({ ReasonField: () => null }));

const payment = {
  posTid: "A-1",
  number: "A-1",
  currency: "NOK",
  amount: 5000,
  additionalAmount: 0,
  authorisedLeft: 5000,
  authorisedAdditionalLeft: 0,
  captures: [],
} as unknown as Payment;
const operation = { id: "X", posTid: "A-1", kind: "create", state: "parked", lastError: null } as unknown as Operation;

beforeAll(() => startAllTexts("en"));
beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

function counter() {
  const store = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  const staff = { name: "Kari", role: "owner" } as Terminal["staff"];
  const terminal = { currency: "NOK", locale: "nb-NO", staff, people: {}, refundKey: null } as unknown as Terminal;
  store.setState({ terminal, payments: { "A-1": payment } });
  const client = { call: async () => done({}) as never, on: () => () => undefined };
  const actions = createActions({ store, client, now: () => 0, savePreferences: () => undefined });
  // Server rendering reads the initial state, so that returns the current one.
  store.getInitialState = store.getState;
  followScreens(store);
  const draw = (content: ReactNode) =>
    renderToStaticMarkup(createElement(TillProvider, { value: { store, actions } }, content));
  return { store, actions, draw };
}

/** Returns whether the button with that name is enabled. */
function answers(drawn: string, name: RegExp): boolean {
  const button = [...drawn.matchAll(/<button[^>]*>.*?<\/button>/gs)]
    .map(([text]) => text)
    .find((text) => name.test(text));
  if (button === undefined) throw new Error(`no button ${name} in ${drawn}`);
  return !/aria-disabled="true"|\sdisabled=/.test(button);
}

const posTids = ["A-1"];
const DIALOGS: [dialog: Dialog, content: ReactNode, yes: RegExp][] = [
  [{ kind: "bulk", step: "capture", posTids }, createElement(BulkDialog, { step: "capture", posTids }), /Capture/],
  [{ kind: "bulk", step: "release", posTids }, createElement(BulkDialog, { step: "release", posTids }), /Release/],
  [{ kind: "capture", posTid: "A-1" }, createElement(CaptureDialog, { payment }), /Capture/],
  [
    { kind: "confirmStep", posTid: "A-1", step: "release" },
    createElement(ConfirmStepDialog, { payment, step: "release" }),
    /Release/,
  ],
  [{ kind: "retry", operation }, createElement(RetryDialog, { operation }), /Try again/],
  [{ kind: "discard", operation }, createElement(DiscardDialog, { operation }), /Discard/],
];

describe("an irreversible button", () => {
  it.each(DIALOGS)("responds a second after its dialog has opened, and no sooner: %o", (dialog, content, yes) => {
    const { actions, draw } = counter();
    actions.open(dialog);
    expect(answers(draw(content), yes)).toBe(false);
    vi.advanceTimersByTime(FRESH_MS - 1);
    expect(answers(draw(content), yes)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(answers(draw(content), yes)).toBe(true);
  });

  const KEY_SHEETS: [sheet: ReactNode, yes: RegExp][] = [
    [createElement(WipeSheet, { onClose: () => undefined }), /Delete now/],
    [createElement(RemoveSheet, { onClose: () => undefined }), /Delete/],
  ];

  it.each(KEY_SHEETS)("includes the deletion of a key", (sheet, yes) => {
    const { actions, draw } = counter();
    actions.takeStepOn();
    expect(answers(draw(sheet), yes)).toBe(false);
    vi.advanceTimersByTime(FRESH_MS);
    expect(answers(draw(sheet), yes)).toBe(true);
  });

  it("waits again after each step of a dialog", () => {
    const { store, actions } = counter();
    actions.open({ kind: "refund", posTid: "A-1" });
    vi.advanceTimersByTime(FRESH_MS);
    actions.takeStepOn();
    expect(store.getState().isFresh).toBe(true);
    vi.advanceTimersByTime(FRESH_MS);
    expect(store.getState().isFresh).toBe(false);
  });
});
