/** `npm run dev` on a copy of the project: hot reload, restarts, and the checks of the bridge on Vite's addresses. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { type OutgoingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess } from "../support/till-process.ts";
import { openCustomerScreen } from "./customer-screen.ts";
import { expect, test } from "./fixtures.ts";

const ROOT = join(import.meta.dirname, "../..");
const PARTS = ["build", "contract", "docs", "main", "preload", "renderer", "sandbox", "scripts"];
const FILES = ["electron.vite.config.ts", "package.json", "tsconfig.base.json"];

/** Copies the sources into a folder. The libraries stay where they are. */
function copyProject(folder: string): string {
  const copy = join(folder, "project");
  for (const name of [...PARTS, ...FILES]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

/** Starts development on a copy, with its data in the same folder. */
function develop(folder: string) {
  const copy = copyProject(folder);
  const data = join(folder, "data");
  const till = startProcess(["--demo", "--data", data], {}, join(copy, "scripts/dev.mjs"));
  return {
    till,
    data,
    change(file: string, from: string, to: string) {
      const text = readFileSync(join(copy, file), "utf8");
      expect(text).toContain(from);
      writeFileSync(join(copy, file), text.replace(from, to));
    },
    async [Symbol.asyncDispose]() {
      till.child.kill("SIGTERM");
      expect(await till.exited).toBe(0);
    },
  };
}

/** Returns a response's status, with headers that `fetch` does not send. */
async function statusOf(address: string | URL, headers: OutgoingHttpHeaders = {}, method = "GET"): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(address, { headers, method, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  sent.once("upgrade", (_response, socket) => {
    socket.destroy();
    resolve(101);
  });
  sent.once("error", reject).end();
  return promise;
}

test("development shows a changed component with its state, and reconnects after a change of main @browser @thorough", async ({
  page,
}) => {
  using folder = temporaryFolder();
  await using development = develop(folder.path);
  const { till, change } = development;
  const address = await till.ready;
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.goto(address.href);
  await page.getByRole("button", { name: "Charge", exact: true }).last().waitFor();
  const settings = page.getByRole("banner").getByRole("button", { name: /^This window/ });
  await settings.click();
  const popover = page.getByRole("dialog");
  await expect(popover).toBeVisible();

  change("renderer/app/top-bar.tsx", '{t("app.name")}', "Changed in development");
  await expect(page.getByText("Changed in development")).toBeVisible();
  await expect(popover).toBeVisible();
  expect(loads).toHaveLength(1);

  await page.keyboard.press("Escape");
  const customer = await openCustomerScreen({ counter: page });
  change("renderer/customer/screen.tsx", 'data-testid="customer"', 'data-testid="customer" title="Hot"');
  await expect(customer.getByTestId("customer")).toHaveAttribute("title", "Hot");

  const reconnected = page.waitForResponse((response) => response.url().endsWith("/bridge/events") && response.ok());
  change("main/app/start.ts", "version: packageJson.version", 'version: "7.7.7"');
  await reconnected;
  // At the same address, and with the same token.
  expect(await till.call("terminal.get", {})).toMatchObject({ ok: true, value: { version: "7.7.7" } });
  expect(till.stdout().match(/^till ready \S+$/gm)).toEqual(Array(2).fill(`till ready ${address}`));
  await expect(page.getByText("Changed in development")).toBeVisible();
});

test("development refuses callers as the bridge does, also on Vite's addresses @browser @thorough", async () => {
  using folder = temporaryFolder();
  await using development = develop(folder.path);
  const { host, origin } = await development.till.ready;
  expect(await statusOf(`${origin}/bridge/terminal.get`, {}, "POST")).toBe(401);
  expect(await statusOf(`${origin}/bridge/events`)).toBe(401);

  for (const path of ["/", "/@vite/client", "/app/main.tsx"]) {
    expect(await statusOf(origin + path)).toBe(200);
    expect(await statusOf(origin + path, { origin: "http://evil.example" })).toBe(403);
    expect(await statusOf(origin + path, { host: `evil.example:${new URL(origin).port}` })).toBe(403);
    expect(await statusOf(origin + path, { "sec-fetch-site": "cross-site" })).toBe(403);
  }
  expect(await statusOf(`${origin}/@fs${join(development.data, "vault.json")}`)).toBe(403);

  const page = await fetch(origin);
  const [, vite = ""] =
    /connect-src 'self' ws:\/\/([\d.:]+);/.exec(page.headers.get("content-security-policy") ?? "") ?? [];
  expect(await statusOf(`http://${vite}/app/main.tsx`)).toBe(403);
  const client = await (await fetch(`${origin}/@vite/client`)).text();
  const [, token = ""] = /wsToken = "([^"]+)"/.exec(client) ?? [];
  const hotReload = (from: string, secret: string) =>
    statusOf(`http://${vite}/?token=${secret}`, {
      connection: "Upgrade",
      upgrade: "websocket",
      origin: from,
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol": "vite-hmr",
      "sec-websocket-version": "13",
    });
  expect(await hotReload(`http://${host}`, token)).toBe(101);
  expect(await hotReload(`http://${host}`, "wrong")).toBe(400);
  expect(await hotReload("http://evil.example", token)).toBe(403);
});
