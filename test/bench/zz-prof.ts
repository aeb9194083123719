import { spawn } from "node:child_process";
import { join } from "node:path";
import { watchProcess } from "../support/till-process.ts";
import { prepareTillProcess } from "../support/till-process-setup.ts";
export async function go(dir: string, n: number, off: boolean, data: string | null) {
  await using setup0 = await prepareTillProcess();
  const to = (w: string[]) => w.map((x) => (data !== null && x === setup0.data ? data : x));
  const setup = { sandbox: setup0.sandbox, firstArguments: to(setup0.firstArguments), arguments: to(setup0.arguments) };
  const once = async (args: string[], flags: string[]) => {
    const t = performance.now();
    const child = spawn(process.execPath, [...flags, join(import.meta.dirname, "../../out/main/browser.js"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: process.env,
    });
    await using till = watchProcess(child);
    await till.ready;
    const took = performance.now() - t;
    child.kill("SIGTERM");
    await till.exited;
    if (process.env.SHOWERR) console.log(till.stderr().slice(0, 3000));
    return took;
  };
  console.log("first", await once(setup.firstArguments, []));
  if (off) await setup.sandbox.close();
  for (let i = 0; i < n; i++) console.log("start", await once(setup.arguments, []));
  console.log("prof", await once(setup.arguments, ["--cpu-prof", `--cpu-prof-dir=${dir}`, "--cpu-prof-interval=200"]));
}
