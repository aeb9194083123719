/** Entry of `npm run till --`. */
import { maintain } from "./operations/maintenance/main.ts";
import { runSystemProgram, serviceTask } from "./shells/systemd/service-task.ts";

const { stdout, stderr, env, platform } = process;
const [word, ...rest] = process.argv.slice(2);
process.exitCode =
  word === "service"
    ? serviceTask(rest, {
        stdout,
        stderr,
        env,
        platform,
        installed: null,
        entries: import.meta.dirname,
        run: runSystemProgram,
      })
    : await maintain(process.argv.slice(2), { stdout, stderr, env, now: Date.now() });
