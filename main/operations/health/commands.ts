import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { DisplayFacts, HealthReport, SupportBundle } from "../../../contract/diagnostics/diagnostics.ts";
import type { Terminal } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { StorageContext } from "../../storage/context.ts";
import { tillPrefix } from "../../storage/database/identifiers.ts";
import type { SecretName } from "../../storage/vault/vault.ts";
import { LeakError, makeBundle } from "./bundle.ts";
import type { BundleSources } from "./contents.ts";
import { supportFolder } from "./health.ts";
import type { HostServices } from "./host-services.ts";
import { createRedactor, machinePlaces } from "./redact.ts";

/** Size of one part, before base64 encoding. */
const PIECE_BYTES = 256 * 1024;

export interface DiagnosticsPorts
  extends Omit<BundleSources, "health" | "redactor" | "now" | "folder" | "logFolder">,
    Pick<StorageContext, "journal" | "log"> {
  hostServices: HostServices;
  now(): number;
  actor(): string | null;
  demo: Terminal["demo"];
  /** True in customer mode, when nothing may open outside the till's window */
  isKiosk(): boolean;
  report(display: DisplayFacts | null): HealthReport;
  /** Secrets entered in the set-up wizard that are not yet in the vault */
  staged(): Promise<string[]>;
}

export type DiagnosticsCommands = Pick<
  CommandHandlers,
  "diagnostics.health" | "diagnostics.bundle" | "diagnostics.download" | "diagnostics.showBundle"
>;

export function diagnosticsCommands(ports: DiagnosticsPorts): DiagnosticsCommands {
  const { report, hostServices } = ports;
  const folder = supportFolder(hostServices.folder);
  let making: Promise<Result<SupportBundle>> | null = null;
  const tickets = new Map<string, string>();
  return {
    "diagnostics.health": ({ display }) => done(report(display ?? null)),
    "diagnostics.bundle"({ display }) {
      // A second request joins the one in progress.
      making ??= bundle(ports, { folder, tickets }, display ?? null).finally(() => {
        making = null;
      });
      return making;
    },
    "diagnostics.download"({ ticket, from }) {
      const path = tickets.get(ticket);
      return path === undefined ? notThere() : download(path, from);
    },
    "diagnostics.showBundle"({ ticket }) {
      const path = tickets.get(ticket);
      if (hostServices.desktop === null) return failed("illegal_state", { because: reasonFor("bundle_no_folder") });
      if (ports.isKiosk()) return failed("illegal_state", { because: reasonFor("bundle_kiosk") });
      if (path === undefined || !existsSync(path)) return notThere();
      hostServices.desktop.showInFolder(path);
      return done({ shown: true });
    },
  };
}

async function bundle(
  ports: DiagnosticsPorts,
  { folder, tickets }: { folder: string; tickets: Map<string, string> },
  display: DisplayFacts | null,
): Promise<Result<SupportBundle>> {
  const { hostServices, log, journal } = ports;
  const { maintenance, desktop, logs } = hostServices;
  if (maintenance.disk() === "full") return failed("illegal_state", { because: reasonFor("bundle_disk_full") });
  const now = ports.now();
  const sources: BundleSources = {
    ...ports,
    folder: hostServices.folder,
    logFolder: logs?.folder ?? null,
    health: ports.report(display),
    redactor: redactorOf(ports, await ports.staged()),
    now,
  };
  try {
    const createdBundle = await makeBundle(sources, { folder, prefix: tillPrefix(ports.database) });
    journal.append(
      { event: "support.bundle", actor: ports.actor(), data: { name: createdBundle.name, bytes: createdBundle.bytes } },
      now,
    );
    log.info({ name: createdBundle.name, bytes: createdBundle.bytes }, "a support bundle was created");
    const ticket = randomBytes(16).toString("hex");
    tickets.set(ticket, createdBundle.path);
    return done({ ...createdBundle, ticket, canShow: desktop !== null && !ports.isKiosk() });
  } catch (error) {
    if (error instanceof LeakError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ err: error }, "a support bundle could not be created");
    return failed("illegal_state", { because: reasonFor("bundle_not_written", { code: code ?? "–" }) });
  }
}

/** Lists every secret of the vault, so a new name does not compile until it is classified here. */
const SECRETS: Record<Exclude<SecretName, "keys" | "provisioned" | "newestSettings">, true> = {
  privateKey: true,
  refundKey: true,
  secret: true,
  nextPrivateKey: true,
  nextSecret: true,
  previousPrivateKey: true,
  previousSecret: true,
  testbedToken: true,
  tlsKey: true,
  registersTlsKey: true,
  registersOwnTlsKey: true,
  webhookSecrets: true,
  provisionedWebhookSecrets: true,
  pinPepper: true,
  callbackPath: true,
  journalKey: true,
  backupKey: true,
  bodyKey: true,
  customerKeys: true,
  mailKeys: true,
  forgottenCustomers: true,
  mailPassword: true,
  provisionedMailPassword: true,
  applicationSecret: true,
  ledgerPassword: true,
  ledgerKey: true,
  saftKey: true,
};

function redactorOf({ vault, demo, hostServices }: DiagnosticsPorts, staged: readonly string[]) {
  const secrets = Object.keys(SECRETS).flatMap((name) => secretParts(vault.get(name as keyof typeof SECRETS) ?? ""));
  return createRedactor({
    secrets: [...secrets, ...staged, ...(demo?.managerPin ? [demo.managerPin] : [])],
    places: machinePlaces(hostServices.folder),
  });
}

/** Returns a vault value and the single secrets in it; the webhooks' value holds several. */
function secretParts(value: string): string[] {
  return value === "" ? [] : [value, ...(value.match(/whsec_[A-Za-z0-9+/=]+/g) ?? [])];
}

function download(path: string, from: number): Result<{ base64: string; next: number | null }> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return notThere();
  const file = openSync(path, "r");
  try {
    const piece = Buffer.alloc(Math.max(0, Math.min(PIECE_BYTES, size - from)));
    const read = readSync(file, piece, 0, piece.length, from);
    const next = from + read;
    return done({ base64: piece.subarray(0, read).toString("base64"), next: next < size && read > 0 ? next : null });
  } finally {
    closeSync(file);
  }
}

function notThere(): Result<never> {
  return failed("not_found", { because: reasonFor("bundle_gone") });
}
