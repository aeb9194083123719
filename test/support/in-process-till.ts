/** A till started by its real start code in the test's process: real folder, events and commands across restarts. */
import { pino } from "pino";
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { TillEvent } from "../../contract/bridge/events.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { SetupDraft } from "../../contract/configuration/setup.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { type Launched, runTill } from "../../main/app/launch.ts";
import type { LaunchOptions } from "../../main/app/options.ts";
import { composeTill } from "../../main/app/start.ts";
import { type Clock, systemClock } from "../../main/lib/clock.ts";
import { openFileVault } from "../../main/storage/vault/file-vault.ts";
import type { OpenVault } from "../../main/storage/vault/vault.ts";
import type { Sandbox } from "../../sandbox/service.ts";

export interface InProcessTill extends AsyncDisposable {
  launched: Launched;
  events: TillEvent[];
  /** Output on stdout and stderr, and the log */
  said: { stdout: string; stderr: string; log: string };
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  must<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandValues[N]>;
  /** Resolves with the next event of a type that has not been consumed yet. */
  next<T extends TillEvent["type"]>(type: T): Promise<Extract<TillEvent, { type: T }>>;
  until(posTid: string, holds: (payment: Payment) => boolean): Promise<Payment>;
  /** Stops the till in order. @returns the exit code */
  stop(): Promise<number>;
}

/** Opens a vault as the program does without a passphrase, with cheap key derivation: some tests open dozens. */
export const openCheapVault: OpenVault = (folder, { passphrase }) =>
  openFileVault(folder, { passphrase, machineId: "test", cost: 1024, reseal: true });

/** Starts a till on a folder and waits until it is ready; rejects with stderr's output when it does not start. */
export async function startTillInProcess(
  dataDir: string,
  options: Partial<LaunchOptions> & { clock?: Clock } = {},
): Promise<InProcessTill> {
  const { clock = systemClock, ...launch } = options;
  const stopping = new AbortController();
  const opened = Promise.withResolvers<Launched>();
  const said = { stdout: "", stderr: "", log: "" };
  const stream = (name: keyof typeof said) => ({
    write(text: string) {
      said[name] += text;
    },
  });
  const code = runTill(
    { shell: "none", dataDir, configFile: null, port: 0, kiosk: false, demo: false, ...launch },
    {
      clock,
      log: pino({ level: "trace" }, stream("log")),
      compose: (how, ports) => composeTill(how, { ...ports, openVault: openCheapVault }),
      openWindow: async (launched) => {
        opened.resolve(launched);
        return null;
      },
      windowEndsTill: false,
      rendererDir: null,
      stop: stopping.signal,
      stdout: stream("stdout"),
      stderr: stream("stderr"),
    },
  );
  const early = code.then((exitCode) => {
    throw new Error(`the till ended (${exitCode}): ${said.stderr}`);
  });
  const launched = await Promise.race([opened.promise, early]);
  early.catch(() => undefined);
  return windowOf(launched, said, async () => {
    stopping.abort();
    return code;
  });
}

function windowOf(launched: Launched, said: InProcessTill["said"], stop: () => Promise<number>): InProcessTill {
  const events: TillEvent[] = [];
  const taken = new Map<string, number>();
  const waiting = new Set<() => void>();
  launched.events.subscribe(({ event }) => {
    events.push(event);
    for (const look of waiting) look();
  });
  const self: InProcessTill = {
    launched,
    events,
    said,
    stop,
    call: (name, input) => launched.dispatch(name, input) as never,
    async must(name, input) {
      const result = await self.call(name, input);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.value;
    },
    next: (type) =>
      new Promise((resolve) => {
        const look = () => {
          const seen = events.filter((event) => event.type === type);
          const at = taken.get(type) ?? 0;
          const event = seen[at];
          if (!event) return;
          taken.set(type, at + 1);
          waiting.delete(look);
          resolve(event as never);
        };
        waiting.add(look);
        look();
      }),
    async until(posTid, holds) {
      for (;;) {
        const payment = await self.must("payment.get", { posTid });
        if (holds(payment)) return payment;
        await self.next("payment.changed");
      }
    },
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
  return self;
}

/** Returns a valid set-up draft for a till at a sandbox. */
export function draftFor(sandbox: Sandbox, differs: Partial<SetupDraft> = {}): SetupDraft {
  return {
    preset: "custom",
    service: {
      ...{ baseUrl: sandbox.serviceUrl, vendor: "svc", merchant: sandbox.merchant.id, user: "till", integrator: null },
      ...{ publicKey: sandbox.callbackPublicKeyPem, ca: null, trustedHosts: [] },
    },
    scheme: "RSA-SHA256",
    testbed: false,
    pos: { id: "shop-1", name: "Shop 1", type: "store", location: null },
    ...{ currency: "NOK", locale: "nb-NO", timeZone: "Europe/Oslo", mode: "counter" },
    callbacks: { listen: "127.0.0.1:0", publicUrl: null, tls: false },
    shop: null,
    shared: null,
    ...differs,
  };
}
