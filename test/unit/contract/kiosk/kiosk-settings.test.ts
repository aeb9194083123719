import { describe, expect, it } from "vitest";
import { NO_KIOSK, provisionedKiosk } from "../../../../contract/kiosk/kiosk-settings.ts";

const at = (url: string) => provisionedKiosk.safeParse({ dispenser: { driver: "http", url } });

describe("the URL of a dispenser", () => {
  it.each([
    "http://127.0.0.1:8090/",
    "http://localhost/machine/",
    "https://192.168.1.20/",
    "http://10.0.0.7:80/",
    "http://172.31.255.1/",
    "http://169.254.3.4/",
    "http://[::1]:8090/",
    "http://[fd12:3456::1]/",
    "http://[fe80::1]/",
    "http://machine-2.local/",
  ])("may be %s", (url) => {
    expect(at(url).success).toBe(true);
  });

  it.each([
    "http://machine.example/",
    "http://8.8.8.8/",
    "http://172.32.0.1/",
    "http://192.169.0.1/",
    "http://[2001:db8::1]/",
    "http://[fec0::1]/",
    "http://127.0.0.1.evil.example/",
    "http://evil.example/127.0.0.1",
    "http://user:pass@127.0.0.1/",
    "http://127.0.0.1/?vend=1",
    "http://127.0.0.1/#x",
    "ftp://127.0.0.1/",
    "127.0.0.1:8090",
    "http://a.b.local/",
  ])("may not be %s", (url) => {
    expect(at(url).success).toBe(false);
  });

  it("ends in a slash, which is added if missing", () => {
    expect(provisionedKiosk.parse({ dispenser: { driver: "http", url: "http://localhost:1/m" } }).dispenser).toEqual({
      driver: "http",
      url: "http://localhost:1/m/",
    });
  });
});

describe("a serial port", () => {
  const on = (path: string, more = {}) =>
    provisionedKiosk.safeParse({ dispenser: { driver: "serial", path, ...more } });

  it.each(["/dev/ttyUSB0", "/dev/serial/by-id/usb-FTDI_FT232R-if00-port0", "/dev/cu.usbserial-1410", "COM3", "COM128"])(
    "may be %s",
    (path) => {
      expect(on(path).data?.dispenser).toEqual({ driver: "serial", path, baudRate: 9600 });
    },
  );

  it.each(["", "ttyUSB0", "COM0", "COM", "/dev/tty USB0", "/dev/ttyUSB0\n", `/${"a".repeat(200)}`])(
    "may not be %j",
    (path) => {
      expect(on(path).success).toBe(false);
    },
  );

  it("has a standard baud rate", () => {
    expect(on("COM3", { baudRate: 115_200 }).success).toBe(true);
    for (const baudRate of [0, 9601, "9600"]) expect(on("COM3", { baudRate }).success).toBe(false);
  });
});

it("a kiosk has no dispenser by default, and an unknown drop favours the customer", () => {
  expect(NO_KIOSK).toEqual({
    dispenser: { driver: "none" },
    unknownDrop: "release",
    deposit: null,
    receiptRequired: false,
  });
});
