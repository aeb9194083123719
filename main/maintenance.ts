import { systemClock } from "./lib/clock.ts";
import { maintain } from "./operations/maintenance/main.ts";
import { readService } from "./operations/maintenance/read-service.ts";
import { runSystemProgram, serviceTask } from "./shells/systemd/service-task.ts";

const { stdin, stdout, stderr, env, platform } = process;

function run([word, ...rest]: string[]) {
  if (word === "read-service") return readService(rest, { stdin, stdout, stderr, clock: systemClock });
  if (word !== "service") return maintain(process.argv.slice(2), { stdout, stderr, env, now: Date.now() });
  return serviceTask(rest, {
    stdout,
    stderr,
    env,
    platform,
    installed: null,
    entries: import.meta.dirname,
    run: runSystemProgram,
  });
}

process.exitCode = await run(process.argv.slice(2));
