/** The API's client, packed from its folder, installed in an empty project, and its README's examples run there. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startSandbox } from "../../../sandbox/service.ts";
import { KARI, phone } from "../../support/sandbox.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CLIENT = join(ROOT, "main/service/api");
const run = promisify(execFile);

/** npm, from what this machine has alone: nothing is asked of a registry. */
function npm(folder: string, ...args: string[]) {
  const quiet = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  return run("npm", [...args, ...quiet], { cwd: folder, shell: process.platform === "win32" });
}

/** An empty project that has the client's package, and what that needs from our own modules. */
async function projectWithClient(folder: string): Promise<string> {
  const [built, project] = [join(folder, "built"), join(folder, "project")];
  await run(process.execPath, [join(ROOT, "scripts/client-package.mjs"), built]);
  mkdirSync(project);
  const { stdout } = await npm(built, "pack", "--json", "--pack-destination", folder);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const modules = (name: string) => `file:${join(ROOT, "node_modules", name)}`;
  const dependencies = {
    "merchant-payments-client": `file:${join(folder, filename)}`,
    jose: modules("jose"),
    undici: modules("undici"),
    zod: modules("zod"),
  };
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  await npm(project, "install", "--install-links=false");
  return project;
}

it("the client's folder is a package of its own, whose README takes, captures and refunds a payment", {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  await using sandbox = await startSandbox({ dataDir: null });
  try {
    const project = await projectWithClient(folder);
    const examples = [...readFileSync(join(CLIENT, "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)].map(
      ([, code]) => code,
    );
    expect(examples).toHaveLength(5);
    const given = sandbox.provision();
    writeFileSync(join(project, "program.js"), examples.join("\n"));
    writeFileSync(join(project, "user.pem"), given.privateKeyPem ?? "");
    writeFileSync(join(project, "service.pem"), given.callbackPublicKeyPem);
    const { baseUrl, merchant, user } = given;
    const env = { ...process.env, SERVICE_URL: baseUrl, SERVICE_MERCHANT: merchant, SERVICE_USER: user };
    const customer = phone(sandbox, KARI);
    const paying = customer.request(({ amount }) => amount === 4900).then(({ tid }) => customer.approve(tid));
    const { stdout } = await run(process.execPath, ["program.js"], { cwd: project, env });
    await paying;
    const lines = stdout.trim().split("\n");
    const tid = /^captured (\S+)$/m.exec(stdout)?.[1] ?? "none";
    expect(lines).toContain("callback applied payment_authorized");
    expect(lines).toContain("not sent: amount: at least 0");
    expect(lines).toContain("refunded 900");
    expect(lines).toContain(`listed ${tid}`);
    expect(sandbox.captures(tid)).toMatchObject([{ id: "order-1001-1", amount: 4900 }]);
    expect(sandbox.refunds(tid)).toMatchObject([{ id: "order-1001-2", amount: 900 }]);
    await checkTypes(project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The package's types are of use to who imports it. */
async function checkTypes(project: string): Promise<void> {
  const program = `import { type ApiClient, getOutcome } from "merchant-payments-client";
    export async function statusOf(client: ApiClient): Promise<string> {
      const outcome = await getOutcome(client, "t-1");
      if (!outcome.ok) return outcome.error.kind;
      // @ts-expect-error an outcome has no such field
      outcome.value.currency.cents;
      return outcome.value.currency;
    }`;
  writeFileSync(join(project, "program.ts"), program);
  const typesOf = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2024", ...typesOf];
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...options, "program.ts"], {
    cwd: project,
  });
}
