import { useState } from "react";
import { useTill } from "../store/store.ts";
import { OwnCommandProblem } from "./command-problem.tsx";
import { isPin, PinField } from "./pin-field.tsx";

/** A manager's word for the one command of a dialog: asked for where it is known to be needed, or main has said so. */
export interface Approval {
  pin: string;
  setPin: (pin: string) => void;
  /** Main did not take the command from whoever is signed in: what this window knew of their rights was not all */
  isDemanded: boolean;
}

/** Kept by the dialog: once main has asked for somebody's leave, it is asked for until the dialog is closed. */
export function useApproval(): Approval {
  const [pin, setPin] = useState("");
  const [isDemanded, setIsDemanded] = useState(false);
  const isRefused = useTill(({ managerProblem }) => ["not_allowed", "limit"].includes(managerProblem?.code ?? ""));
  if (isRefused && !isDemanded) setIsDemanded(true);
  return { pin, setPin, isDemanded };
}

interface Leave {
  /** Whether a PIN is asked for */
  asks: boolean;
  isGiven: boolean;
  /** What the command is called with */
  pin: string | null;
}

/** Where a dialog stands with it. @param mayAlone whether this window knows of no reason to ask anybody */
export function leaveOf({ pin, isDemanded }: Approval, mayAlone: boolean): Leave {
  const asks = !mayAlone || isDemanded;
  return { asks, isGiven: !asks || isPin(pin), pin: asks ? pin : null };
}

/** The PIN field where one is asked for, and what was wrong with the last try in any case. */
export function ApprovalField({ approval, leave, label }: { approval: Approval; leave: Leave; label?: string }) {
  return leave.asks ? (
    <PinField {...(label !== undefined && { label })} value={approval.pin} onChange={approval.setPin} />
  ) : (
    <OwnCommandProblem />
  );
}
