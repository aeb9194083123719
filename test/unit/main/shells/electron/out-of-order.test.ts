import { describe, expect, it } from "vitest";
import type { Contact } from "../../../../../main/app/breakdowns.ts";
import { type OutOfOrderPorts, showOutOfOrderWindow } from "../../../../../main/shells/electron/out-of-order.ts";
import { type FakeWindow, fakeApp, fakeSession, fakeWindow } from "../../../../support/fake-electron.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

/** The window of a till that is out of order, as shown. */
async function shown(contact: Contact) {
  const session = fakeSession();
  const windows: FakeWindow[] = [];
  const over = new AbortController();
  const ports: OutOfOrderPorts = {
    app: fakeApp().app,
    session: session.session,
    createWindow(options) {
      const fake = fakeWindow(options);
      windows.push(fake);
      return fake.window;
    },
    preload: "/preload.cjs",
    log: readableLog().log,
  };
  const ended = showOutOfOrderWindow(contact, over.signal, ports);
  await new Promise((resolve) => setImmediate(resolve));
  const [window] = windows;
  if (window === undefined) throw new Error("no window was made");
  return { window, session, over, ended };
}

describe("the window of a till that is out of order", () => {
  it("fills a kiosk's screen with the page, and cannot be closed manually", async () => {
    const { window, session, over, ended } = await shown({ locale: "nb-NO", phone: "22 00 00 00", kiosk: true });
    expect(window.options).toMatchObject({ kiosk: true });
    expect(window.did).toContain("load app://till/help");
    expect(await (await session.fetch("app://till/help")).text()).toContain("22 00 00 00");
    expect((await session.fetch("app://till/index.html")).status).toBe(404);
    window.closeByHand();
    expect(window.did).not.toContain("destroy");
    over.abort();
    await ended;
    expect(window.did).toContain("destroy");
  });

  it("addresses the staff of a counter, and can be closed", async () => {
    const { window, session, over, ended } = await shown({ locale: "nb-NO", phone: null, kiosk: false });
    expect(window.options).toMatchObject({ kiosk: false });
    expect(await (await session.fetch("app://till/help")).text()).toContain("Do not hand over items");
    window.closeByHand();
    expect(window.did).toContain("destroy");
    over.abort();
    await ended;
  });
});
