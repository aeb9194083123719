/**
 * A till assembled as its entry points assemble it: log files, backups, reports and exports. It has its own data folder
 * and a sandbox in this process. All its output is kept, so that tests can search it.
 */
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import { composeTill } from "../../main/app/start.ts";
import { createDispatch } from "../../main/bridge/dispatch.ts";
import { createEventStream } from "../../main/bridge/events.ts";
import { type Clock, systemClock } from "../../main/lib/clock.ts";
import { createLogging } from "../../main/lib/logging/logging.ts";
import type { Vault } from "../../main/storage/vault/vault.ts";
import { MANAGER_PIN, type Phone, phoneOf, type TestTill } from "./test-till.ts";
import { prepareTillProcess, type TillProcessSetup } from "./till-process-setup.ts";
import { testVault } from "./vault.ts";

export interface ComposedTill
  extends Pick<TestTill, "till" | "sandbox" | "call" | "must" | "asManager">,
    AsyncDisposable {
  setup: TillProcessSetup;
  data: string;
  phone: Phone;
  /** Every log line, event and response, except responses meant to show a customer's data */
  said: string[];
  /** Stops the till; the returned functions work on its folder. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Opens the vault of the stopped till. */
  openVault(): Vault;
}

export interface ComposedTillOptions {
  /** Overrides of the default provisioning */
  provisioning?: Record<string, unknown>;
  clock?: Clock;
}

export async function composedTill({
  provisioning,
  clock = systemClock,
}: ComposedTillOptions = {}): Promise<ComposedTill> {
  const setup = await prepareTillProcess(provisioning, { now: clock.now });
  const lines: string[] = [];
  const start = async (configFile: string | null) => {
    const logging = createLogging({ write: (line) => void lines.push(line) });
    logging.log.level = "trace";
    const events = createEventStream({ keep: 1000, onListenerError: () => undefined });
    events.subscribe(({ event }) => void lines.push(JSON.stringify(event)));
    const options = { shell: "none", dataDir: setup.data, configFile, port: 0, kiosk: false, demo: false } as const;
    const stopping = new AbortController();
    const ports = { clock, log: logging.log, stop: stopping.signal, events, logging, restart: () => undefined };
    const { till } = await composeTill(options, { ...ports, openVault: async (folder) => testVault(folder) });
    return { till, dispatch: createDispatch({ ...till, log: logging.log }) };
  };
  let running = await start(setup.config);
  const stop = () => running.till.close();
  const self: ComposedTill = {
    setup,
    data: setup.data,
    sandbox: setup.sandbox,
    phone: phoneOf(setup.sandbox),
    said: lines,
    get till() {
      return running.till;
    },
    async call<N extends CommandName>(name: N, input: CommandInput<N>) {
      const answer = (await running.dispatch(name, input)) as Result<CommandValues[N]>;
      const shows = name === "permission.reveal" || (name === "customer.label" && "as" in input && input.as === "pdf");
      if (!shows || !answer.ok) lines.push(JSON.stringify(answer));
      return answer;
    },
    async must(name, input) {
      const answer = await self.call(name, input);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
    async asManager() {
      await self.must("staff.signIn", { pin: MANAGER_PIN });
    },
    stop,
    async start() {
      running = await start(null);
    },
    openVault: () => testVault(setup.data),
    async [Symbol.asyncDispose]() {
      await stop();
      await setup[Symbol.asyncDispose]();
    },
  };
  return self;
}
