/** What the kit needs of the window that it is used in: a port, which the window's store fills. */
import { createContext, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { CommandInput } from "../../contract/commands.ts";
import type { TillError } from "../../contract/errors.ts";
import type { PhoneCheck } from "../../contract/staff-phones.ts";
import type { Terminal } from "../../contract/views.ts";
import type { UnitsFirst } from "./amount/entry.ts";
import type { Language } from "./i18n/index.ts";

/** By whose leave a command is called: a PIN, a phone that said yes to it, or the signed-in user's own. */
export type Leave = string | { phone: string } | null;

/** What a phone is asked to approve. */
export type PhoneAsk = CommandInput<"staff.approveByPhone">;

export interface KitState {
  terminal: Terminal | null;
  /** The operator's */
  language: Language;
  unitsFirst: UnitsFirst;
  /** Whether the screen changed just now: what cannot be taken back does not answer yet */
  isFresh: boolean;
  /** ms since the epoch; ticks every second */
  now: number;
  /** Commands under way, so that a second press does nothing */
  busy: Record<string, true>;
  /** Why a manager's PIN, or what it was entered for, was not taken */
  managerProblem: TillError | null;
  /** What has come of asking a phone in place of a PIN */
  phoneCheck: PhoneCheck | null;
}

export interface KitActions {
  closeDialog(): void;
  /** Of a dialog that goes on to another step */
  takeStepOn(): void;
  tryNow(): Promise<void>;
  /** Shows a code for the phone of somebody who may approve this. */
  askPhone(ask: PhoneAsk): Promise<void>;
  dropPhone(): void;
  /** @returns whether the PIN was right, and its owner may not open the section */
  unlockSettings(pin: string): Promise<boolean>;
}

export interface KitPort {
  store: {
    getState(): KitState;
    getInitialState(): KitState;
    subscribe(listener: (state: KitState, before: KitState) => void): () => void;
  };
  /** Null: in this window nothing is done, only read */
  actions: KitActions | null;
}

export const KitContext = createContext<KitPort | null>(null);

function useKitPort(): KitPort {
  const port = use(KitContext);
  if (port === null) throw new Error("A part of the kit was rendered outside the till's context.");
  return port;
}

/** A value of the window's state; objects and lists are compared one level deep. */
export function useKit<T>(select: (state: KitState) => T): T {
  return useStore(useKitPort().store, useShallow(select));
}

/** What the kit's parts do in the window. */
export function useKitActions(): KitActions {
  const { actions } = useKitPort();
  if (actions === null)
    throw new Error("A part of the kit that does something was rendered in a window that only reads.");
  return actions;
}
