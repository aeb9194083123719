import { expect, it } from "vitest";
import { type KioskSettings, NO_KIOSK } from "../../../../../contract/kiosk/kiosk-settings.ts";
import { kioskChoices } from "../../../../../main/configuration/kiosk/kiosk-choices.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const HTTP: KioskSettings = {
  ...NO_KIOSK,
  dispenser: { driver: "http", url: "http://127.0.0.1:8090/" },
};
const SERIAL: KioskSettings = {
  dispenser: { driver: "serial", path: "/dev/ttyUSB0", baudRate: 9600 },
  unknownDrop: "capture",
  deposit: 20_000,
  receiptRequired: false,
};

it("a kiosk keeps the settings chosen at the till until provisioning changes them", () => {
  using made = temporaryDatabase();
  const open = (kiosk: KioskSettings, restartAt?: string | null) => kioskChoices(made.database, { kiosk, restartAt });
  expect(open(HTTP).kiosk()).toEqual(HTTP);
  open(HTTP).set({ ...SERIAL, restartAt: null });
  expect([open(HTTP).kiosk(), open(HTTP).restartAt()]).toEqual([SERIAL, null]);
  // A file without kiosk settings does not override them.
  expect([open(NO_KIOSK).kiosk(), open(NO_KIOSK).restartAt()]).toEqual([SERIAL, null]);
  const newer = { ...HTTP, unknownDrop: "capture" as const };
  expect(open(newer, "05:00").kiosk()).toEqual(newer);
  expect(open(newer, "05:00").restartAt()).toBe("05:00");
});

it("a chosen restart time stays when only the dispenser is provisioned again", () => {
  using made = temporaryDatabase();
  kioskChoices(made.database, { kiosk: HTTP, restartAt: "04:00" }).set({ ...HTTP, restartAt: "02:30" });
  const next = kioskChoices(made.database, { kiosk: SERIAL, restartAt: "04:00" });
  expect([next.kiosk(), next.restartAt()]).toEqual([SERIAL, "02:30"]);
});
