/** `npm run dev -- [options]`: the till with hot reload of its pages, and a restart after a change of main. */
import { onProjectNode } from "./node.mjs";

const USAGE = `npm run dev -- [options]
  --electron      in Electron's window; default: in any browser, at the address after "till ready"
  --data DIR      data folder (also TILL_DATA; default: a demo in out/dev, kept between starts)
  --config FILE, --port N, --kiosk, --demo, --shell browser|none   as for npm start
`;

await onProjectNode(import.meta.url, async () => {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stderr.write(USAGE);
    return 0;
  }
  const isElectron = args.includes("--electron");
  const runtime = isElectron ? await electron() : { program: process.execPath, flags: ["--enable-source-maps"] };
  if ("problem" in runtime) {
    process.stderr.write(`--electron is not possible here: ${runtime.problem}.\n`);
    return 2;
  }
  const { develop } = await import("./dev/develop.mjs");
  const options = args.filter((argument) => argument !== "--electron");
  return await develop(isElectron ? "electron" : "browser", runtime, options);
});

/** Returns Electron's program with its flags, or the reason why it is missing. */
async function electron() {
  const { electronRuntime } = await import("./electron-runtime.mjs");
  const runtime = await electronRuntime();
  if ("problem" in runtime) return runtime;
  // Chromium's sandbox does not start for root on Linux.
  const flags = process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { program: runtime.path, flags };
}
