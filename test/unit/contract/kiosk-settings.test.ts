import { describe, expect, it } from "vitest";
import { NO_KIOSK, provisionedKiosk } from "../../../contract/kiosk-settings.ts";

const at = (url: string) => provisionedKiosk.safeParse({ dispenser: { driver: "http", url } });

describe("where a dispenser may be", () => {
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
  ])("is %s", (url) => {
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
  ])("is not %s", (url) => {
    expect(at(url).success).toBe(false);
  });

  it("ends in a slash, whoever leaves it out", () => {
    expect(provisionedKiosk.parse({ dispenser: { driver: "http", url: "http://localhost:1/m" } }).dispenser).toEqual({
      driver: "http",
      url: "http://localhost:1/m/",
    });
  });
});

it("is nowhere by default, and what cannot be known is the customer's", () => {
  expect(NO_KIOSK).toEqual({ dispenser: { driver: "none" }, unknownDrop: "release", deposit: null });
});
