import type { DispenserSettings, KioskChoices, KioskView } from "../../../contract/kiosk/kiosk-settings.ts";
import type { BaudRate, UnknownDropRule } from "../../../contract/kiosk/vend.ts";

export interface KioskDraft {
  driver: DispenserSettings["driver"];
  url: string;
  path: string;
  baudRate: BaudRate;
  unknownDrop: UnknownDropRule;
  hasDeposit: boolean;
  receiptRequired: boolean;
  restarts: boolean;
  restartAt: string;
}

const USUAL = { url: "http://127.0.0.1:8090/", path: "/dev/ttyUSB0", baudRate: 9600, restartAt: "04:00" } as const;

export function kioskDraft({ dispenser, restartAt, ...view }: KioskView): KioskDraft {
  return {
    driver: dispenser.driver,
    url: dispenser.driver === "http" ? dispenser.url : USUAL.url,
    path: dispenser.driver === "serial" ? dispenser.path : USUAL.path,
    baudRate: dispenser.driver === "serial" ? dispenser.baudRate : USUAL.baudRate,
    unknownDrop: view.unknownDrop,
    hasDeposit: view.deposit !== null,
    receiptRequired: view.receiptRequired,
    restarts: restartAt !== null,
    restartAt: restartAt ?? USUAL.restartAt,
  };
}

/** Converts the fields. The main process validates addresses and ports. */
export function dispenserOf(draft: Pick<KioskDraft, "driver" | "url" | "path" | "baudRate">): DispenserSettings {
  const { driver, url, path, baudRate } = draft;
  switch (driver) {
    case "none":
      return { driver };
    case "http":
      return { driver, url: url.trim() };
    case "serial":
      return { driver, path: path.trim(), baudRate };
  }
}

/** @param deposit in minor units; null: none */
export function choicesOf(draft: KioskDraft, deposit: number | null): KioskChoices {
  const { unknownDrop, hasDeposit, receiptRequired, restarts, restartAt } = draft;
  return {
    dispenser: dispenserOf(draft),
    unknownDrop,
    deposit: hasDeposit ? deposit : null,
    receiptRequired,
    restartAt: restarts ? restartAt.trim() : null,
  };
}

export interface KioskFieldsProps {
  draft: KioskDraft;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<KioskDraft>) => void;
}

/** True when both forms describe the same machine, so that a test result applies. */
export function isSameMachine(one: KioskDraft, other: KioskDraft): boolean {
  return JSON.stringify(dispenserOf(one)) === JSON.stringify(dispenserOf(other));
}
