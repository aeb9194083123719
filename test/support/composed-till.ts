/**
 * A till as its entries put it together - log files, backups, reports, exports - on a data folder of its own, with a
 * sandbox in this process, and everything that it says kept: for tests that search all of it.
 */
import type { CommandInput, CommandName, CommandValues } from "../../contract/commands.ts";
import type { Result } from "../../contract/errors.ts";
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
  /** The data folder */
  data: string;
  phone: Phone;
  /** Every line of its log, every event, and every answer but those that are made to show a customer's data */
  said: string[];
  /** Stops the till; what is returned is then done on its folder. */
  stop(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Its vault, while it is stopped. */
  openVault(): Vault;
}

export interface ComposedTillOptions {
  /** Parts of the provisioning that differ from the usual */
  provisioning?: Record<string, unknown>;
  clock?: Clock;
}

/** Starts one. */
export async function composedTill({
  provisioning,
  clock = systemClock,
}: ComposedTillOptions = {}): Promise<ComposedTill> {
  const setup = await prepareTillProcess(provisioning, { now: clock.now });
  const said: string[] = [];
  const start = async (configFile: string | null) => {
    const logging = createLogging({ write: (line) => void said.push(line) });
    logging.log.level = "trace";
    const events = createEventStream({ keep: 1000, onListenerError: () => undefined });
    events.subscribe(({ event }) => void said.push(JSON.stringify(event)));
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
    said,
    get till() {
      return running.till;
    },
    async call<N extends CommandName>(name: N, input: CommandInput<N>) {
      const answer = (await running.dispatch(name, input)) as Result<CommandValues[N]>;
      const shows = name === "permission.reveal" || (name === "customer.label" && "as" in input && input.as === "pdf");
      if (!shows || !answer.ok) said.push(JSON.stringify(answer));
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
