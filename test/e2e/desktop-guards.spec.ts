/** Protection of the desktop's pages, tested from inside real pages. */
import { temporaryFolder } from "../support/folder.ts";
import { type Desktop, expect, key, openDesktop, test as shopTest } from "./fixtures.ts";
import { clickLink } from "./page-checks.ts";

const test = shopTest.extend<{ shopDesktop: Desktop; kioskDesktop: Desktop }>({
  shopDesktop: async ({ desktop: runtime }, use) => {
    using folder = temporaryFolder();
    await using desktop = await openDesktop(["--demo", "--data", folder.path], runtime ?? "stand-in");
    await expect(desktop.counter.getByTestId("environment")).toBeVisible();
    await use(desktop);
  },
  kioskDesktop: async ({ desktop: runtime }, use) => {
    using folder = temporaryFolder();
    await using desktop = await openDesktop(["--demo", "--kiosk", "--data", folder.path], runtime ?? "stand-in");
    await expect(desktop.counter.getByTestId("environment")).toBeVisible();
    await use(desktop);
  },
});

test.describe("desktop page", { tag: "@desktop" }, () => {
  test("cannot navigate by a link, a script, a form or another scheme", async ({ shopDesktop }) => {
    const { counter, till } = shopDesktop;
    const here = counter.url();
    const foreignUrl = `${till.sandbox()}/phone`;
    const refused = (times: number) =>
      expect.poll(() => till.stderr().match(/a navigation away from the till was refused/g)?.length).toBe(times);
    await key(counter, "14900");
    await clickLink(counter, foreignUrl);
    await refused(1);
    await counter.evaluate((url) => {
      location.href = url;
    }, foreignUrl);
    await refused(2);
    await clickLink(counter, "app://elsewhere/index.html");
    await refused(3);
    await clickLink(counter, "mailto:staff@example.org");
    await refused(4);
    expect(counter.url()).toBe(here);
    // The keyed amount is still there.
    await expect(counter.getByRole("button", { name: /^Charge 149/ })).toBeVisible();
    await clickLink(counter, "app://till/index.html");
    await expect(counter.getByRole("button", { name: /^Charge/ }).last()).toBeVisible();
    expect(counter.url()).toBe(here);
  });

  test("runs and loads only what the till serves", async ({ shopDesktop }) => {
    const { counter, till } = shopDesktop;
    await counter.evaluate((elsewhere) => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => seen.add(effectiveDirective));
      const add = (name: string, properties: Record<string, string>) =>
        document.body.append(Object.assign(document.createElement(name), properties));
      add("script", { textContent: "window.ran = true" });
      add("script", { src: `${elsewhere}/phone.js` });
      add("img", { src: `${elsewhere}/icon.png` });
      add("style", { textContent: "body { display: none }" });
      add("iframe", { src: `${elsewhere}/phone` });
      add("object", { data: `${elsewhere}/phone`, type: "text/html" });
      void fetch(elsewhere).catch(() => undefined);
      setTimeout("window.ran = true");
    }, till.sandbox());
    const seen = () => counter.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].sort());
    await expect
      .poll(seen)
      .toEqual([
        "connect-src",
        "frame-src",
        "img-src",
        "object-src",
        "script-src",
        "script-src-elem",
        "style-src-elem",
      ]);
    expect(await counter.evaluate(() => "ran" in window)).toBe(false);
  });

  test("can read the renderer's files, and no others", async ({ shopDesktop }) => {
    const { counter } = shopDesktop;
    const status = (path: string, method = "GET") =>
      counter.evaluate(async ([url, how]) => (await fetch(url as string, { method: how })).status, [path, method]);
    expect(await status("/index.html")).toBe(200);
    expect(await status("/index.html", "POST")).toBe(405);
    for (const path of ["/..%2fmain%2felectron.js", "/..%2f..%2fpackage.json", "/%2e%2e%2fpreload%2fpreload.cjs"]) {
      expect(await status(path), path).toBeGreaterThanOrEqual(400);
    }
    expect(await status("/help")).toBeGreaterThanOrEqual(400);
    expect(await status("/no-such-page.html")).toBe(404);
  });

  test("gets no command answered when it is not the till's own, in either window", async ({ shopDesktop }) => {
    const { counter, till } = shopDesktop;
    const { origin } = new URL(counter.url());
    await till.call("display.open", {});
    const customer = await shopDesktop.window("customer.html");
    // No link opens it; a window that shows another page anyway is not a till's.
    await counter.goto(`${till.sandbox()}/phone`);
    const asked = await counter.evaluate(() =>
      (window as unknown as { till: { call(name: string, input: object): unknown } }).till.call("terminal.get", {}),
    );
    expect(asked).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    await customer.goto(`${till.sandbox()}/phone`);
    const display = () => (window as unknown as { customerDisplay: { get(): unknown } }).customerDisplay.get();
    expect(await customer.evaluate(display)).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    expect(till.stderr()).toContain("a command from a foreign frame was refused");
    // The customer's session has the customer's page only.
    expect((await customer.goto(`${origin}/customer.html`))?.status()).toBe(200);
    expect(await customer.evaluate(display)).toMatchObject({ ok: true });
    await expect(customer.goto(`${origin}/index.html`)).rejects.toThrow("ERR_HTTP_RESPONSE_CODE_FAILURE");
  });

  test("receives from Electron only what its preload exposes, as values", async ({ shopDesktop }) => {
    const { counter } = shopDesktop;
    const found = await counter.evaluate(async () => {
      const { till } = window as unknown as {
        till: {
          call(name: string, input: unknown): Promise<unknown>;
          on(listener: (...heard: unknown[]) => void): () => void;
        };
      };
      const failure = (asked: Promise<unknown>) => asked.then(String, (error: Error) => error.message);
      const received: unknown[][] = [];
      const first = Promise.withResolvers<void>();
      const stop = till.on((...event) => {
        received.push(event);
        first.resolve();
      });
      await till.call("payment.start", { action: "SALE", amount: 100 });
      await first.promise;
      stop();
      return {
        node: ["require", "process", "module", "Buffer"].filter((name) => name in globalThis),
        isFrozen: Object.isFrozen(till) && Reflect.set(window, "till", null) === false,
        members: Object.keys(till),
        uncloneable: await failure(till.call("payment.list", { query: () => "" })),
        arguments: Math.max(...received.map(({ length }) => length)),
        unknown: await till.call("no.such.command", {}),
        nothing: await till.call("payment.get", undefined),
      };
    });
    expect(found).toMatchObject({
      node: [],
      isFrozen: true,
      members: ["call", "on"],
      uncloneable: expect.stringContaining("could not be cloned"),
      // Only the event: Electron's first argument would expose everything.
      arguments: 1,
      unknown: { ok: false, error: { code: "not_found" } },
      nothing: { ok: false, error: { code: "invalid_input" } },
    });
  });

  test("may copy and save, and has no other permission", async ({ shopDesktop }) => {
    const { counter, till } = shopDesktop;
    // An evaluated page has user activation, as after a click.
    await counter.evaluate(() => navigator.clipboard.writeText("from the till"));
    const asked = await counter.evaluate(async () => ({
      read: await navigator.clipboard.readText().catch((error: Error) => error.name),
      notify: await Notification.requestPermission(),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).catch((error: Error) => error.name),
      screen: await navigator.mediaDevices.getDisplayMedia().catch((error: Error) => error.name),
    }));
    expect(asked).toEqual({
      read: "NotAllowedError",
      notify: "denied",
      camera: "NotAllowedError",
      screen: "NotAllowedError",
    });
    expect(till.stderr()).toContain("a permission was refused");
    const file = await shopDesktop.saved(() => counter.evaluate(save));
    expect(file.name).toBe("takings.csv");
    // A file that the page did not create is not saved.
    await clickLink(counter, "data:text/csv,1;2", "", [], "strange.csv");
    await expect.poll(() => till.stderr()).toContain("a download was refused");
  });

  test("discloses nothing as a kiosk", async ({ kioskDesktop }) => {
    const { counter, till } = kioskDesktop;
    await expect(counter.getByTestId("kiosk-attract")).toBeVisible();
    const asked = await counter.evaluate(
      async () => (await navigator.permissions.query({ name: "clipboard-write" as PermissionName })).state,
    );
    expect(asked).toBe("denied");
    // By keyboard, on selected text, which needs no permission.
    const copied = await counter.evaluate(() => {
      getSelection()?.selectAllChildren(document.body);
      return ["copy", "cut", "paste"].map((name) =>
        document.body.dispatchEvent(new ClipboardEvent(name, { bubbles: true, cancelable: true })),
      );
    });
    expect(copied).toEqual([false, false, false]);
    await counter.evaluate(() => void navigator.clipboard.writeText("taken").catch(() => undefined));
    await expect.poll(() => till.stderr()).toContain("a permission was refused");
    await counter.evaluate(save);
    await expect.poll(() => till.stderr()).toContain("a download was refused");
    await expect(counter.getByTestId("environment").getByRole("link")).toHaveCount(0);
  });
});

function save(): void {
  const href = URL.createObjectURL(new Blob(["1;2"], { type: "text/csv" }));
  Object.assign(document.createElement("a"), { href, download: "takings.csv" }).click();
}
