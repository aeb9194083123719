/** The till's process in development: each change of its program replaces it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectEnvironment } from "../node.mjs";

/** Exit codes that no change of the code corrects: wrong options, and a data folder in use. */
const FINAL_CODES = new Set([2, 3]);

/**
 * Manages the process. After a failure it starts again with the next change.
 * @param {{ program: string, flags: string[], entry: string, args: string[], development: object }} options
 *   `development` is what scripts/dev/browser.mjs reads
 */
export function createTill({ program, flags, entry, args, development }) {
  const ended = Promise.withResolvers();
  const state = { child: null, port: null, isStopping: false, work: Promise.resolve() };

  const start = () => {
    const child = spawn(program, [...flags, entry, ...args, ...(state.port ?? [])], {
      stdio: ["inherit", "pipe", "inherit", "ipc"],
      env: projectEnvironment({ TILL_DEVELOPMENT: JSON.stringify(development) }),
    });
    state.child = child;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      process.stdout.write(text);
      state.port ??= portOf(text);
    });
    child.once("error", (error) => ended.reject(error));
    child.once("exit", (code) => state.child === child && noteEnd(code));
  };
  const noteEnd = (code) => {
    state.child = null;
    if (code === 0 || state.isStopping || (FINAL_CODES.has(code) && state.port === null))
      return ended.resolve(code ?? 0);
    process.stderr.write(`The till ended with code ${code}. It starts again after the next change.\n`);
  };
  const end = async () => {
    const { child } = state;
    state.child = null;
    if (child === null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const run = (task) => {
    state.work = state.work.then(task);
  };
  const restart = () =>
    run(async () => {
      if (state.child !== null) process.stderr.write("The program changed. The till restarts.\n");
      await end();
      if (!state.isStopping) start();
    });
  return {
    /** Resolves with the exit code */
    ended: ended.promise,
    restart,
    restartRunning: () => void (state.child !== null && restart()),
    stop() {
      if (state.isStopping) return;
      state.isStopping = true;
      run(async () => {
        await end();
        ended.resolve(0);
      });
    },
  };
}

/** Returns the options that keep the address; null before the till is ready. */
function portOf(text) {
  const ready = /^till ready (\S+)$/m.exec(text);
  if (ready === null) return null;
  const { port } = new URL(ready[1]);
  return port === "" ? [] : ["--port", port];
}
