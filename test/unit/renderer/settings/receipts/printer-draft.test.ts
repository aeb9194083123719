import { describe, expect, it } from "vitest";
import { printerSettings } from "../../../../../contract/receipts/receipts-commands.ts";
import { draftOf, problemsOf, settingsOf } from "../../../../../renderer/settings/receipts/printer-draft.ts";
import type { NetworkPrinter } from "../../../../support/fake-printer.ts";

const PRINTER: NetworkPrinter = {
  kind: "escpos-tcp",
  host: "192.168.1.50",
  port: 9100,
  width: 58,
  columns: null,
  codePage: "windows1252",
  codePageNumber: 77,
  cut: false,
  drawer: true,
  qr: "raster",
};

describe("printer settings", () => {
  it("survive the form unchanged", () => {
    expect(settingsOf(draftOf(PRINTER))).toEqual({ ...PRINTER, columns: 32 });
    expect(settingsOf(draftOf({ ...PRINTER, qr: undefined }))).toEqual({ ...PRINTER, columns: 32, qr: undefined });
    expect(settingsOf(draftOf({ kind: "none" }))).toEqual({ kind: "none" });
    const { host: _host, port: _port, ...paper } = PRINTER;
    for (const place of [
      { kind: "escpos-usb", device: "/dev/usb/lp0" },
      { kind: "escpos-queue", queue: "EPSON TM-T20II" },
    ] as const)
      expect(settingsOf(draftOf({ ...paper, ...place }))).toEqual({ ...paper, ...place, columns: 32 });
  });

  it("are accepted by the form exactly when main accepts them", () => {
    const hosts = [
      "printer",
      "printer.shop.example",
      "192.168.1.50",
      "fe80::1",
      "::1",
      "",
      "a b",
      "-x",
      "http://p",
      "p:9100",
    ];
    for (const host of hosts) {
      const draft = { ...draftOf(PRINTER), host };
      expect([host, !problemsOf(draft).host]).toEqual([host, printerSettings.safeParse(settingsOf(draft)).success]);
    }
    for (const port of ["1", "9100", "65535", "0", "65536", "", "abc", "-1", "1.5"]) {
      const draft = { ...draftOf(PRINTER), port };
      expect([port, !problemsOf(draft).port]).toEqual([port, printerSettings.safeParse(settingsOf(draft)).success]);
    }
    const places = [
      "/dev/usb/lp0",
      "/dev/lp1",
      "TM-T20 (copy 1)",
      "",
      "/dev/sda",
      "/dev/usb/lp0/x",
      "-o",
      "a/b",
      "a;b",
    ];
    for (const local of places) {
      const draft = { ...draftOf(PRINTER), kind: "local" as const, local };
      expect([local, !problemsOf(draft).local]).toEqual([local, printerSettings.safeParse(settingsOf(draft)).success]);
    }
    for (const codePageNumber of ["", "0", "255", "256", "x"]) {
      const draft = { ...draftOf(PRINTER), codePageNumber };
      const accepted = printerSettings.safeParse(settingsOf(draft)).success;
      expect([codePageNumber, !problemsOf(draft).codePageNumber]).toEqual([codePageNumber, accepted]);
    }
  });
});
