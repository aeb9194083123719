/** `npm run sandbox`: the standalone service. stdout has one line, `sandbox ready <url>`; the rest goes to stderr. */
import { join } from "node:path";
import { pino } from "pino";
import { readOptions, USAGE } from "./options.ts";
import { type Sandbox, startSandbox } from "./service.ts";

await main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  const commandLine = readOptionsOrExit(args);
  if (commandLine.help) {
    process.stderr.write(`${USAGE}\n`);
    return;
  }
  const { dataDir } = commandLine.options;
  const log = pino({ base: null, level: "warn" }, pino.destination({ dest: 2, sync: true }));
  const sandbox = await startSandbox({ ...commandLine.options, log }).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  sandbox.provision();
  const { merchant, integrator } = commandLine.further;
  if (merchant !== null) sandbox.provision({ merchant });
  if (integrator !== null) sandbox.provisionIntegrator(integrator);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void sandbox.close());
  process.stdout.write(`sandbox ready ${sandbox.url}\n`);
  process.stderr.write(hints(sandbox, dataDir));
}

function hints(sandbox: Sandbox, dataDir: string): string {
  const { dialect, dialectSeed } = sandbox.settings;
  return [
    `The customer's phone:  ${sandbox.phoneUrl}`,
    `Point a till at it:    npm start -- --data till-data --config ${join(dataDir, "provisioning.json")}`,
    `Any other client:      ${join(dataDir, "credentials.json")}`,
    ...(dialect === "hostile" ? [`Repeat its responses:  --dialect hostile --dialect-seed ${dialectSeed}`] : []),
    `Clock and faults:      ${sandbox.url}/control/`,
    "",
  ].join("\n");
}

function readOptionsOrExit(args: string[]): ReturnType<typeof readOptions> {
  try {
    return readOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(2);
  }
}
