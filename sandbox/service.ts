/** Composition root: the only file that constructs the service's parts. `close()` stops everything. */
import { createHash, createPublicKey, randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createCallbacks, type Delivery } from "./callbacks/delivery.ts";
import { createSender } from "./callbacks/sender.ts";
import { createClock, type SandboxClock } from "./clock.ts";
import { createChanges, type Service, type ServiceSettings } from "./context.ts";
import { createDialect } from "./dialect/dialect.ts";
import { createFaults, type Support } from "./faults.ts";
import { resumePayments } from "./flows/payments.ts";
import { resumePermissions } from "./flows/permissions.ts";
import { createApp, type Tls } from "./http/server.ts";
import { type KeyPair, keyPairIn, throwawayKeyPair } from "./keys.ts";
import { type SandboxLog, SILENT } from "./log.ts";
import {
  type ApplicationRequest,
  type Credentials,
  type ProvisionRequest,
  provisionInFolder,
  provisionInMemory,
  provisionIntegrator,
  registerApplication,
} from "./provision.ts";
import { MIN_KEY_BITS } from "./signature.ts";
import { type Application, listApplications, type Registered } from "./state/applications.ts";
import { type Attachment, listAttachments } from "./state/attachments.ts";
import { type Customer, listCustomers, putCustomer, seedCustomers } from "./state/customers.ts";
import { type Db, lockFolder, openDatabase, readSetting, writeSetting } from "./state/database.ts";
import { type MerchantRow, putMerchant } from "./state/merchants.ts";
import type { Movement, Refund } from "./state/payment-machine.ts";
import { findPayment, listPayments, listWaiting, type Payment } from "./state/payments.ts";
import { type AccessToken, listAccessTokens } from "./state/permissions.ts";
import { hideCode, showCode } from "./state/shown-codes.ts";

/** Options of a sandbox. All but `dataDir` are optional. */
export interface SandboxOptions extends Partial<ServiceSettings> {
  /** Folder of the state; null for memory */
  dataDir: string | null;
  /** Preferred port; default: the last one. If it is in use, any free port. */
  port?: number;
  strictPort?: boolean;
  host?: string;
  merchant?: MerchantRow;
  tls?: Tls | null;
  /** Additional certificate authorities (PEM) for callback receivers */
  callbackCa?: string | null;
  /** Bits of the service's key. A client may treat a key under 2048 bits as a hint only (G27) */
  serviceKeyBits?: 1024 | 2048;
  /** True if the user endpoint exists (G22); `faults.users` changes it */
  users?: Support;
  log?: SandboxLog;
  now?: () => number;
}

export type Sandbox = Readonly<ReturnType<typeof handle>>;

const FAMILY_MEDIA_TYPE = "wallet";

export const DEMO_MERCHANT: MerchantRow = { id: "T001", name: "Kaffebaren Grünerløkka" };

const DEFAULT_SETTINGS: Omit<ServiceSettings, "mediaType" | "dialectSeed"> = {
  dialect: "house",
  vendor: "svc",
  currency: "NOK",
  testbedToken: null,
  pageSize: 50,
  newestFirst: false,
  saleCapturesItself: false,
  claimLinks: true,
  accessTokenSeconds: 3600,
  attachmentUriSeconds: 3600,
};

/**
 * Starts the service; resolves when it accepts requests. Throws if the strict port is in use or another sandbox uses
 * the folder.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir } = options;
  if (dataDir === null) return start(options);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  try {
    const sandbox = await start(options);
    const close = once(() => sandbox.close().finally(lock.release));
    return { ...sandbox, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, host = "127.0.0.1", merchant = DEMO_MERCHANT } = options;
  const db = openDatabase(dataDir);
  let url = "";
  const service = assemble(options, db, () => url);
  putMerchant(db, merchant);
  seedCustomers(db);
  const app = await createApp(service, options.tls ?? null);
  try {
    const port = await choosePort(options, db, host);
    await app.listen({ port, host });
  } catch (error) {
    await stop(service, app);
    throw error;
  }
  url = addressOf(app, host, options.tls ? "https" : "http");
  writeSetting(db, "port", new URL(url).port);
  resumePayments(service);
  resumePermissions(service);
  service.callbacks.resume();
  return handle(service, app, merchant, dataDir);
}

function assemble(options: SandboxOptions, db: Db, url: () => string): Service {
  const { dataDir } = options;
  const log = options.log ?? SILENT;
  const settings = readSettings(options);
  const pair = serviceKeys(dataDir, options.serviceKeyBits ?? MIN_KEY_BITS);
  const publicKey = createPublicKey(pair.publicPem);
  const keyId = createHash("sha256").update(pair.publicPem).digest("base64url").slice(0, 16);
  const faults = createFaults(options.users);
  const clock: SandboxClock = createClock(
    options.now ?? Date.now,
    Number(readSetting(db, "clock_offset") ?? 0),
    () => callbacks.settled(),
    (offset) => writeSetting(db, "clock_offset", String(offset)),
  );
  const dialect = createDialect(settings.dialect, settings.mediaType, settings.dialectSeed);
  const sender = createSender(settings.vendor, pair, options.callbackCa ?? null);
  const callbacks = createCallbacks({ db, clock, faults, dialect, sender, log });
  return Object.freeze({
    settings,
    db,
    clock,
    callbacks,
    dialect,
    faults,
    log,
    url,
    changes: createChanges(),
    keys: { ...pair, publicKey, keyId },
  });
}

/** Returns the key that signs callbacks and id_tokens. A weak key is stored in addition to the strong one. */
function serviceKeys(dataDir: string | null, bits: number): KeyPair {
  const name = bits === MIN_KEY_BITS ? "service" : `service-${bits}`;
  return dataDir === null ? throwawayKeyPair(name, bits) : keyPairIn(join(dataDir, `${name}-private.pem`), bits);
}

function readSettings(options: SandboxOptions): ServiceSettings {
  const { dialect = DEFAULT_SETTINGS.dialect, vendor = DEFAULT_SETTINGS.vendor } = options;
  const defaults: ServiceSettings = {
    ...DEFAULT_SETTINGS,
    // Family services use different tokens in headers and media types.
    mediaType: dialect === "family" ? FAMILY_MEDIA_TYPE : vendor,
    dialectSeed: randomInt(2 ** 31),
  };
  const names = Object.keys(defaults) as (keyof ServiceSettings)[];
  const storedOptions = names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return Object.freeze({ ...defaults, ...Object.fromEntries(storedOptions) }) as ServiceSettings;
}

function handle(service: Service, app: FastifyInstance, merchant: MerchantRow, dataDir: string | null) {
  const { db } = service;
  const clock: Pick<SandboxClock, "now" | "advance" | "set"> = service.clock;
  const payment = (tid: string) => findPayment(db, null, tid) ?? null;
  const close = once(() => stop(service, app));
  return {
    /** Base URL without a trailing slash: the specification's {base_url} */
    url: service.url(),
    serviceUrl: service.url(),
    phoneUrl: `${service.url()}/phone`,
    merchant,
    settings: service.settings,
    callbackPublicKeyPem: service.keys.publicPem,
    clock,
    faults: service.faults,
    payment,
    close,
    users: (): Customer[] => listCustomers(db),
    putCustomer: (customer: Customer) => putCustomer(db, customer),
    /**
     * Creates or changes a merchant's user. With a data folder, stores its key pair and writes credentials; those of
     * other merchants go to subfolders.
     */
    provision: (request: ProvisionRequest = {}): Credentials => provisionUser(service, merchant, dataDir, request),
    provisionIntegrator: (id: string, publicKeyPem?: string): { privateKeyPem: string | null } =>
      provisionIntegrator(service, dataDir, id, publicKeyPem),
    applications: (): Application[] => listApplications(db),
    /** Registers an application for the standard flow (section 1); returns the secret only once */
    registerApplication: (request: ApplicationRequest): Registered =>
      registerApplication(service, merchant.id, request),
    payments: (): Payment[] => listPayments(db),
    waiting: (customer: string): Payment[] => listWaiting(db, customer),
    captures: (tid: string): readonly Movement[] => payment(tid)?.captures ?? [],
    refunds: (tid: string): readonly Refund[] => payment(tid)?.refunds ?? [],
    attachments: (tid: string): Attachment[] => listAttachments(db, tid),
    /** All access tokens (secrets), oldest first */
    accessTokens: (): AccessToken[] => listAccessTokens(db),
    callbacks: (): Delivery[] => service.callbacks.list(),
    /** Resolves when no callback is being sent */
    settled: () => service.callbacks.settled(),
    /** Shows a code on the phone's list until {@link hideCode} */
    showCode(link: string, label: string) {
      showCode(db, { link, label }, clock.now());
      service.changes.announce();
    },
    hideCode(link: string) {
      hideCode(db, link);
      service.changes.announce();
    },
    [Symbol.asyncDispose]: close,
  };
}

function provisionUser(
  service: Service,
  merchant: MerchantRow,
  dataDir: string | null,
  request: ProvisionRequest,
): Credentials {
  return dataDir === null
    ? provisionInMemory(service, merchant.id, request)
    : provisionInFolder(service, merchant.id, dataDir, request);
}

/** Returns the requested or last port, so links survive a restart; otherwise any. */
async function choosePort(options: SandboxOptions, db: Db, host: string): Promise<number> {
  const preferred = options.port ?? Number(readSetting(db, "port") ?? 0);
  if (preferred === 0 || options.strictPort) return preferred;
  return (await isFree(preferred, host)) ? preferred : 0;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

function addressOf(app: FastifyInstance, host: string, scheme: string): string {
  const address = app.server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  // A wildcard address is reached as localhost.
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${scheme}://${name}:${port}`;
}

async function stop(service: Service, app: FastifyInstance): Promise<void> {
  service.faults.clear();
  service.clock.close();
  await app.close();
  await service.callbacks.close();
  service.db.pragma("wal_checkpoint(TRUNCATE)");
  service.db.close();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
