import { createContext, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { TillError } from "../../contract/calls/errors.ts";
import type { Terminal } from "../../contract/payments/views.ts";
import type { PhoneCheck } from "../../contract/people/staff-phones.ts";
import type { UnitsFirst } from "./amount/entry.ts";
import type { Language } from "./i18n/index.ts";

/** How a command is approved: a PIN, a phone's approval, or null for the signed-in user. */
export type CommandApproval = string | { phone: string } | null;

export type PhoneAsk = CommandInput<"staff.approveByPhone">;

export interface KitState {
  terminal: Terminal | null;
  language: Language;
  unitsFirst: UnitsFirst;
  /** Whether the screen has just changed: irreversible buttons do not respond yet */
  isFresh: boolean;
  /** ms since the epoch, updated every second */
  now: number;
  /** Commands in progress, to ignore a second press */
  busy: Record<string, true>;
  /** Why a manager's PIN or its command was rejected */
  managerProblem: TillError | null;
  /** Progress of an approval by phone */
  phoneCheck: PhoneCheck | null;
}

export interface KitActions {
  closeDialog(): void;
  takeStepOn(): void;
  tryNow(): Promise<void>;
  askPhone(ask: PhoneAsk): Promise<void>;
  dropPhone(): void;
  /** @returns true when the PIN is correct but its owner lacks the permission */
  unlockSettings(pin: string): Promise<boolean>;
}

export interface KitPort {
  store: {
    getState(): KitState;
    getInitialState(): KitState;
    subscribe(listener: (state: KitState, before: KitState) => void): () => void;
  };
  actions: KitActions | null;
}

export const KitContext = createContext<KitPort | null>(null);

function useKitPort(): KitPort {
  const port = use(KitContext);
  if (port === null) throw new Error("A part of the kit was rendered outside the till's context.");
  return port;
}

export function useKit<T>(select: (state: KitState) => T): T {
  return useStore(useKitPort().store, useShallow(select));
}

export function useKitActions(): KitActions {
  const { actions } = useKitPort();
  if (actions === null)
    throw new Error("A part of the kit that does something was rendered in a window that only reads.");
  return actions;
}
