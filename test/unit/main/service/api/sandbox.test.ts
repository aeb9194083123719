/** The client and the receiver against the sandbox, which has its own signing and verification. */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../../../main/lib/clock.ts";
import { holdSecret } from "../../../../../main/lib/secret.ts";
import { uploadAttachments } from "../../../../../main/service/api/attachments.ts";
import type { Message } from "../../../../../main/service/api/callback-message.ts";
import { type ApiClientOptions, createApiClient } from "../../../../../main/service/api/client.ts";
import type { ApiResult, BearerResult } from "../../../../../main/service/api/errors.ts";
import { allOf } from "../../../../../main/service/api/lists.ts";
import { getMerchant, listMerchants } from "../../../../../main/service/api/merchant.ts";
import { getUserInfo, refreshAccess } from "../../../../../main/service/api/oauth.ts";
import {
  getOutcome,
  getPaymentRequest,
  listPaymentRequests,
  postPaymentRequest,
  putPaymentRequest,
} from "../../../../../main/service/api/payment-request.ts";
import { getPermissionOutcome, postPermissionRequest } from "../../../../../main/service/api/permission-request.ts";
import { createPos, deletePos, getPos, listPos, updatePos } from "../../../../../main/service/api/pos.ts";
import {
  createShortlink,
  deleteShortlink,
  getShortlink,
  lastScan,
  listShortlinks,
  updateShortlink,
} from "../../../../../main/service/api/shortlink.ts";
import { getStatusCode } from "../../../../../main/service/api/status-code.ts";
import { createUser, deleteUser, getUser, listUsers, updateUser } from "../../../../../main/service/api/user.ts";
import { startReceiver } from "../../../../../main/service/callbacks/receiver.ts";
import type { DialectName } from "../../../../../sandbox/dialect/dialect.ts";
import { type SandboxOptions, startSandbox } from "../../../../../sandbox/service.ts";
import { runs } from "../../../../support/random-runs.ts";
import { phone } from "../../../../support/sandbox.ts";

type Scheme = "RSA-SHA256" | "SECRET";

async function world(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ dataDir: null, ...options });
  const provisioning = sandbox.provision();
  const { baseUrl, vendor, mediaType, merchant, user, testbedToken } = provisioning;
  const clients: { close(): Promise<void> }[] = [];
  const connect = (
    scheme: Scheme,
    changes: Partial<ApiClientOptions["service"]> = {},
    privateKeyPem = provisioning.privateKeyPem,
  ) => {
    const credentials =
      scheme === "SECRET"
        ? { scheme, secret: holdSecret(provisioning.secret) }
        : { scheme, privateKey: createPrivateKey(privateKeyPem ?? "") };
    const service = { baseUrl, vendor, mediaType, merchant, user, integrator: null, testbedToken, ...changes };
    const client = createApiClient({ service, credentials, clock: systemClock });
    clients.push(client);
    return client;
  };
  return {
    sandbox,
    given: provisioning,
    connect,
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()));
      await sandbox.close();
    },
  };
}

function granted<T>(result: ApiResult<T> | BearerResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const pos = { id: "till 1/æ", name: "Kassen på hjørnet", type: "store" as const, location: null };

describe.each<[DialectName, number]>([
  ["strict", 0],
  ["family", 0],
  ...Array.from({ length: runs(3) }, (_, at): [DialectName, number] => ["hostile", at + 1]),
])("against the sandbox in the dialect %s (%i)", (dialect, dialectSeed) => {
  const open = (options: Partial<SandboxOptions> = {}) => world({ dialect, dialectSeed, ...options });

  it("accepts every scheme, an integrator, another vendor and a testbed token, and refuses a wrong key", async () => {
    await using shop = await open({ vendor: "acme", testbedToken: "tb-123456" });
    const integrator = shop.sandbox.provisionIntegrator("big").privateKeyPem;
    for (const client of [
      shop.connect("RSA-SHA256"),
      shop.connect("SECRET"),
      shop.connect("RSA-SHA256", { user: null, integrator: "big" }, integrator),
    ])
      expect(await getMerchant(client, shop.given.merchant)).toMatchObject({
        ok: true,
        value: { id: shop.given.merchant },
      });
    expect(await getMerchant(shop.connect("RSA-SHA256", {}, integrator), shop.given.merchant)).toMatchObject({
      ok: false,
      error: { kind: "credentials", status: 401 },
    });
    expect(await getMerchant(shop.connect("RSA-SHA256", { testbedToken: null }), shop.given.merchant)).toMatchObject({
      ok: false,
    });
  });

  it("lists, creates, reads, changes and deletes resources", async () => {
    await using shop = await open({ pageSize: 2 });
    const client = shop.connect("RSA-SHA256");
    expect(granted(await createPos(client, pos))).toEqual({ id: pos.id });
    expect(granted(await createPos(client, pos))).toEqual({ id: pos.id });
    expect(await createPos(client, { ...pos, name: "other" })).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 409 },
    });
    for (const id of ["b", "c", "d", "e"]) granted(await createPos(client, { ...pos, id, name: id }));
    expect((await allOf(listPos(client))) as object).toMatchObject({
      ok: true,
      value: expect.arrayContaining([pos.id, "b", "c", "d", "e"]),
    });
    granted(await updatePos(client, { ...pos, name: "Ny" }));
    expect(granted(await getPos(client, pos.id)).name).toBe("Ny");
    granted(await deletePos(client, pos.id));
    expect(await getPos(client, pos.id)).toMatchObject({ ok: false, error: { kind: "refused", status: 404 } });

    const user = { id: "till-2", roles: [], netmask: null, secret: "12345678", pubkey: null };
    expect(granted(await createUser(client, user))).toEqual({ id: "till-2" });
    granted(await updateUser(client, { ...user, netmask: "127.0.0.0/8" }));
    expect(granted(await getUser(client, "till-2"))).toMatchObject({ id: "till-2", netmask: "127.0.0.0/8" });
    expect(await allOf(listUsers(client))).toMatchObject({ ok: true, value: expect.arrayContaining(["till-2"]) });
    granted(await deleteUser(client, "till-2"));
    expect(await allOf(listMerchants(client))).toMatchObject({ ok: true, value: [shop.given.merchant] });
    expect(granted(await getStatusCode(client, 5006)).value).toBe(5006);
    expect(await allOf(listUsers(shop.connect("SECRET")))).toMatchObject({
      ok: false,
      error: { kind: "credentials", status: 403 },
    });
  });

  it("creates shortlinks that hold what a till shows, without a scan", async () => {
    await using shop = await open();
    const client = shop.connect("RSA-SHA256");
    const { id } = granted(
      await createShortlink(client, { callback_uri: null, description: null, serial_number: null }),
    );
    expect(granted(await getShortlink(client, id)).shortlink_value).toMatch(/^https?:.*\/$/);
    granted(await updateShortlink(client, id, { callback_uri: null, description: "counter", serial_number: null }));
    expect(await allOf(listShortlinks(client))).toMatchObject({ ok: true, value: [id] });
    expect(granted(await lastScan(client, id, 60)).kind).toBe("none");
    granted(await deleteShortlink(client, id));
  });

  it("creates and aborts a payment, and applies its callback", async () => {
    await using shop = await open();
    const client = shop.connect("RSA-SHA256");
    const got = Promise.withResolvers<[Message, string]>();
    await using receiver = await startReceiver({
      listen: "127.0.0.1:0",
      tls: null,
      publicUrl: null,
      secretPath: "0123456789abcdef0123456789abcdef",
      vendor: "svc",
      publicKey: createPublicKey(shop.given.callbackPublicKeyPem),
      now: client.correctedNow,
      log: pino({ level: "silent" }),
      onMessage: async (message, verdict) => got.resolve([message, verdict]),
    });
    granted(await createPos(client, { ...pos, id: "p" }));
    const input = {
      action: "AUTH",
      allow_credit: true,
      amount: 1000,
      currency: "NOK",
      customer: null,
      pos_id: "p",
      pos_tid: "K7Q2-0142",
      text: "Blåbær",
      callback_uri: receiver.callbackUri,
    } as const;
    const { tid } = granted(await postPaymentRequest(client, input));
    expect(granted(await postPaymentRequest(client, input)).tid).toBe(tid);
    expect(await postPaymentRequest(client, { ...input, amount: 2000 })).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 409 },
    });
    expect(granted(await getPaymentRequest(client, tid))).toMatchObject({
      amount: 1000,
      pos_tid: "K7Q2-0142",
      currency: "NOK",
    });
    const outcome = granted(await getOutcome(client, tid));
    expect(outcome).toMatchObject({ status: "pending", tid });
    expect(await allOf(listPaymentRequests(client))).toEqual({ ok: true, value: [tid] });
    const receipt = { kind: "receipt", receipt: { total: 1000 } } as const;
    if (outcome.attachment_uri) granted(await uploadAttachments(client, outcome.attachment_uri, [receipt]));
    expect(shop.sandbox.attachments(tid)).toHaveLength(outcome.attachment_uri ? 1 : 0);
    granted(await putPaymentRequest(client, tid, { action: "ABORT" }));
    const [message, verdict] = await got.promise;
    expect(message).toMatchObject({ kind: "payment", event: "payment_aborted_by_merchant", outcome: null, tid });
    expect(verdict).toBe("applied");
    expect(granted(await getOutcome(client, tid)).status).toBe("fail");
    expect(await putPaymentRequest(client, tid, { action: "CAPTURE" })).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 409 },
    });
  });

  it("creates a pending permission, and refuses an unknown token", async () => {
    await using shop = await open();
    const client = shop.connect("RSA-SHA256");
    granted(await createPos(client, { ...pos, id: "p" }));
    const customer = shop.sandbox.users()[0]?.phone ?? "";
    const { rid } = granted(
      await postPermissionRequest(client, { customer, scope: "openid phone", pos_id: "p", pos_tid: "K7Q2-0143" }),
    );
    expect(granted(await getPermissionOutcome(client, rid))).toMatchObject({ status: "pending", rid });
    expect(await getUserInfo(client, "no-such-token")).toMatchObject({
      ok: false,
      error: { kind: "token_expired", status: 401 },
    });
  });

  it("exchanges an access token for a new one, and accepts the refresh token again", async () => {
    await using shop = await open();
    const client = shop.connect("SECRET");
    granted(await createPos(client, { ...pos, id: "p" }));
    const customer = shop.sandbox.users()[0]?.phone ?? "";
    const request = { customer, scope: "openid phone", pos_id: "p", pos_tid: "K7Q2-0144" };
    const { rid } = granted(await postPermissionRequest(client, request));
    await phone(shop.sandbox).grant(rid, customer);
    const before = granted(await getPermissionOutcome(client, rid));
    const after = granted(await refreshAccess(client, before.refresh_token ?? ""));
    expect(after).toMatchObject({ token_type: "Bearer", scope: "openid phone" });
    expect(after.access_token).not.toBe(before.access_token);
    expect(granted(await getUserInfo(client, after.access_token))).toMatchObject({ phone_number: customer });
    expect(await refreshAccess(client, "no-such-token")).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 400 },
    });
  });
});
