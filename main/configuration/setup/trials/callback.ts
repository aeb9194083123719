/** Tests callbacks: the service reports the abort of the smallest request to its callback address (section 6). */
import { createPublicKey, randomBytes } from "node:crypto";
import type { ApiError } from "../../../service/api/errors.ts";
import type { Verdict } from "../../../service/api/verify-callback.ts";
import { type CallbackRoute, startReceiver } from "../../../service/callbacks/receiver.ts";
import { probe } from "./probe.ts";
import { tryPos } from "./registration.ts";
import { serviceProblem } from "./service-problem.ts";
import { abortRequest, makeRequest } from "./smallest-request.ts";
import { type Found, found, type Trial } from "./trial.ts";

const WAIT_MS = 10_000;

export async function tryCallback(trial: Trial): Promise<Found> {
  if (trial.checked.settings.callbacks.listen === null) return found("skipped", "callback.no_listener");
  const watch = watchCallbacks();
  const opened = await openAddress(trial, watch);
  if ("outcome" in opened) return opened;
  try {
    return await callAndWait(trial, opened.callbackUri, watch);
  } finally {
    await opened.close();
  }
}

type CallbackWatch = ReturnType<typeof watchCallbacks>;

function watchCallbacks() {
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  let last: Verdict | null = null;
  let reached = false;
  return {
    received: promise,
    /** Returns whether any callback arrived since the last call */
    wasReached() {
      const was = reached;
      reached = false;
      return was;
    },
    route: {
      onVerdict(verdict) {
        reached = true;
        last = verdict;
        if (verdict.verdict === "refused") resolve(verdict);
      },
      async onMessage(message) {
        if (message.kind === "payment" && last !== null) resolve(last);
      },
    } satisfies Pick<CallbackRoute, "onMessage" | "onVerdict">,
  };
}

/** Listens on the draft's address. If the running till uses it, its receiver handles the test too. */
async function openAddress(
  { checked, api, log, running }: Trial,
  watch: CallbackWatch,
): Promise<{ callbackUri: string; close(): Promise<void> } | Found> {
  const { settings, secrets } = checked;
  const { publicUrl, tlsCertificate } = settings.callbacks;
  const address = settings.callbacks.listen ?? "";
  const { vendor, publicKey } = settings.service;
  const route: CallbackRoute = {
    ...watch.route,
    publicUrl,
    vendor,
    now: api.correctedNow,
    secretPath: randomBytes(16).toString("hex"),
    publicKey: publicKey === null ? null : createPublicKey(publicKey),
  };
  const port = Number(address.slice(address.lastIndexOf(":") + 1));
  if (port !== 0 && running.receiver?.port === port) {
    if (tlsCertificate !== running.tlsCertificate) return found("skipped", "callback.tls_later", { listen: address });
    const { callbackUri, stop } = running.receiver.listenUnder(route);
    return { callbackUri, close: async () => stop() };
  }
  const tls = tlsCertificate === null ? null : { cert: tlsCertificate, key: secrets.tlsKey ?? "" };
  try {
    return await startReceiver({ ...route, listen: address, tls, log });
  } catch (error) {
    return cannotListen(error, address);
  }
}

export function cannotListen(error: unknown, listen: string): Found {
  const { code = "unknown", syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return found("failed", "callback.address_in_use", { listen });
  const isAddress = syscall === "listen" || syscall === "getaddrinfo";
  return isAddress
    ? found("failed", "callback.address_unusable", { listen, detail: code })
    : found("failed", "callback.tls_files", { detail: code });
}

async function callAndWait(trial: Trial, callbackUri: string, watch: CallbackWatch): Promise<Found> {
  const { clock } = trial;
  const registered = await tryPos(trial);
  if (registered.outcome === "failed") return registered;
  const { posTid, answer: created } = await makeRequest(trial, { callbackUri });
  if (!created.ok) return requestRefused(trial, created.error);
  const startedAt = clock.monotonic();
  const waiting = new AbortController();
  const aborted = abortRequest(trial, created.value.tid);
  const verdict = await Promise.race([watch.received, clock.sleep(WAIT_MS, waiting.signal).then(() => null)]);
  waiting.abort();
  const ms = Math.round(clock.monotonic() - startedAt);
  if (!(await aborted)) return found("failed", "callback.not_aborted", { posTid });
  return verdict === null ? missingCallbackFinding(trial, callbackUri, watch) : findingOf(verdict, ms, trial);
}

function requestRefused({ api, checked }: Trial, error: ApiError): Found {
  const problem = serviceProblem(error, { service: checked.settings.service, clockSkewMs: api.clockSkewMs() });
  return problem ?? found("failed", "callback.refused", { status: error.status ?? 0 });
}

function findingOf(verdict: Verdict, ms: number, { api }: Trial): Found {
  if (verdict.verdict === "applied") return found("ok", "callback.arrived", { ms });
  if (verdict.verdict === "refused") return found("failed", "callback.wrong_signature", { detail: verdict.because });
  switch (verdict.because) {
    case "no public key is configured":
      return found("warning", "callback.no_public_key", { ms });
    case "weak key":
      return found("warning", "callback.weak_key");
    case "stale timestamp":
    case "no timestamp":
      return found("warning", "callback.clock", { seconds: Math.round(Math.abs(api.clockSkewMs()) / 1000) });
    case "not signed":
    case "no digest":
      return found("warning", "callback.not_signed");
  }
}

/** Checks whether the address reaches this till from here. */
async function missingCallbackFinding({ checked }: Trial, callbackUri: string, watch: CallbackWatch): Promise<Found> {
  watch.wasReached();
  const detail = await probe(callbackUri, checked.settings.service.ca);
  const url = new URL(callbackUri);
  const address = checked.settings.callbacks.publicUrl ?? url.origin;
  const seconds = WAIT_MS / 1000;
  if (watch.wasReached()) return found("failed", "callback.not_sent", { seconds, address });
  return found("failed", "callback.not_reached", { seconds, address, detail });
}
