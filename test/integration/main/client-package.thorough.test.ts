/** The API client, packed from its folder and installed in an empty project, runs its README's examples. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { DialectName } from "../../../sandbox/dialect/dialect.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { KARI, phone } from "../../support/sandbox.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CLIENT = join(ROOT, "main/service/api");
const run = promisify(execFile);

/** Runs npm offline: no request reaches a registry. */
function npm(folder: string, ...args: string[]) {
  const quiet = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  return run("npm", [...args, ...quiet], { cwd: folder, shell: process.platform === "win32" });
}

/** Returns the package's folder and the file that its commands build. */
async function buildClient(folder: string): Promise<{ built: string; packed: string }> {
  const built = join(folder, "built");
  const { stdout: said } = await run(process.execPath, [join(ROOT, "scripts/client-package.mjs"), built]);
  await npm(folder, "pack", built, "--pack-destination", folder);
  const packed = /npm install "(.*\.tgz)"/.exec(said)?.[1] ?? "not said";
  expect(said).toContain(`npm pack "${built}" --pack-destination "${folder}"`);
  expect(said).toContain(`npm install --install-links "${built}"`);
  return { built, packed };
}

/** Creates an empty project with the client's package and its dependencies from our own modules. */
async function projectWithClient(project: string, client: string, links: boolean): Promise<string> {
  mkdirSync(project);
  const modules = (name: string) => `file:${join(ROOT, "node_modules", name)}`;
  const dependencies = {
    "merchant-payments-client": `file:${client}`,
    jose: modules("jose"),
    undici: modules("undici"),
    zod: modules("zod"),
  };
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  await npm(project, "install", `--install-links=${links}`);
  return project;
}

it("the client package is standalone, and its README's code takes, captures and refunds a payment", {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  try {
    const { built, packed } = await buildClient(folder);
    const project = await projectWithClient(join(folder, "project"), packed, false);
    for (const dialect of ["strict", "family"] as const) await runExamples(project, dialect);
    await checkTypes(project);
    const copied = await projectWithClient(join(folder, "copied"), built, true);
    const first = 'import { createApiClient } from "merchant-payments-client"; console.log(typeof createApiClient);';
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", first], { cwd: copied });
    expect(stdout).toBe("function\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs the README's program against a service whose customer pays and shares part of the requested data. */
async function runExamples(project: string, dialect: DialectName): Promise<void> {
  await using sandbox = await startSandbox({ dataDir: null, dialect });
  const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  expect(examples).toHaveLength(6);
  const provisioning = sandbox.provision();
  writeFileSync(join(project, "program.js"), examples.join("\n"));
  writeFileSync(join(project, "user.pem"), provisioning.privateKeyPem ?? "");
  writeFileSync(join(project, "service.pem"), provisioning.callbackPublicKeyPem);
  const { baseUrl, mediaType, merchant, user } = provisioning;
  const service = {
    SERVICE_URL: baseUrl,
    SERVICE_MERCHANT: merchant,
    SERVICE_USER: user,
    SERVICE_MEDIA_TYPE: mediaType,
  };
  const customer = phone(sandbox, KARI);
  const paying = customer.request(({ amount }) => amount === 4900).then(({ tid }) => customer.approve(tid));
  const granting = customer.permission().then(({ rid }) => customer.grant(rid, KARI, ["openid", "email"]));
  // The first token used for reading counts as expired.
  sandbox.faults.add({ effect: "answer", kind: "OAUTH", status: 401 });
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: project, env: { ...process.env, ...service } });
  await Promise.all([paying, granting]);
  const lines = stdout.trim().split("\n");
  const tid = /^captured (\S+)$/m.exec(stdout)?.[1] ?? "none";
  expect(lines).toContain("callback applied payment_authorized");
  expect(lines).toContain("not sent: amount: at least 0");
  expect(lines).toContain("refunded 900");
  expect(lines).toContain(`listed ${tid}`);
  expect(sandbox.captures(tid)).toMatchObject([{ id: "order-1001-1", amount: 4900 }]);
  expect(sandbox.refunds(tid)).toMatchObject([{ id: "order-1001-2", amount: 900 }]);
  expect(stdout).toContain("kari.nordmann@example.com");
  expect(lines).toContain("getShippingAddress was not granted");
  expect(lines).toContainEqual(expect.stringMatching(/^identified \S+$/));
  expect(sandbox.accessTokens()).toHaveLength(2);
}

/** Checks that an importing project can use the package's types. */
async function checkTypes(project: string): Promise<void> {
  const program = `import { type ApiClient, type ApiResult, type BearerResult, type ErrorBody, getOutcome, getUserInfo } from "merchant-payments-client";
    import type { PaymentOutcome, PaymentRequestInput, PermissionOutcome, UserInfo } from "merchant-payments-client";
    import type { PermissionRequestInput, PersonalId, ShippingAddress } from "merchant-payments-client";
    export type Named = [ErrorBody, PaymentRequestInput, PermissionRequestInput, PermissionOutcome, PersonalId, ShippingAddress];
    export const outcomeOf = (client: ApiClient): Promise<ApiResult<PaymentOutcome>> => getOutcome(client, "t-1");
    export const infoOf = (client: ApiClient): Promise<BearerResult<UserInfo>> => getUserInfo(client, "at-1");
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
