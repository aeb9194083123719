import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts a benchmark server as a separate process. @param name its file in this folder */
export async function startServer(name: string, ...args: string[]): Promise<AsyncDisposable & { url: string }> {
  const program = join(import.meta.dirname, `${name}.ts`);
  const server = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(server.stdout, "data");
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async [Symbol.asyncDispose]() {
      server.kill();
      await once(server, "exit");
    },
  };
}
