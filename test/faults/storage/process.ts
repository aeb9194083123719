/** Runs the writer as a separate process, under the tools that inject faults. */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "vite";
import type { WriterTask } from "./task.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Builds the writer as a program, in a folder where the project's packages resolve. */
export async function buildWriter(): Promise<{ program: string } & Disposable> {
  const outDir = join(ROOT, "out", `writer-${process.pid}-${Math.trunc(performance.now())}`);
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(import.meta.dirname, "writer.ts"),
      outDir,
      target: "node24",
      rolldownOptions: { output: { entryFileNames: "writer.js" } },
    },
  });
  return {
    program: join(outDir, "writer.js"),
    [Symbol.dispose]: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

/** Returns why a case that needs these programs cannot run; null when it can. */
export function missing(...programs: string[]): string | null {
  const absent = programs.filter((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0);
  if (absent.length > 0) return `${absent.join(" and ")} is not installed`;
  // Some containers forbid tracing.
  if (programs.includes("strace") && spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status !== 0) {
    return "strace is not allowed here";
  }
  return null;
}

export interface Said {
  /** Acknowledged ids */
  acked: Set<number>;
  /** Refused ids and reasons */
  refused: Map<number, string>;
  lines: string[];
}

/**
 * Runs the writer to its end.
 * @param tool the command line before `node`
 * @param watch receives every line; it may end the process
 */
export async function runWriter(
  program: string,
  task: WriterTask,
  tool: string[] = [],
  watch: (line: string, kill: () => void) => void = () => undefined,
): Promise<Said> {
  const [first = process.execPath, ...rest] = [...tool, process.execPath, program, JSON.stringify(task)];
  const child = spawn(first, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const result: Said = { acked: new Set(), refused: new Map(), lines: [] };
  for await (const line of createInterface({ input: child.stdout })) {
    result.lines.push(line);
    const [word, id, why = ""] = line.split(" ");
    if (word === "ack") result.acked.add(Number(id));
    if (word === "refused") result.refused.set(Number(id), why);
    watch(line, () => child.kill("SIGKILL"));
  }
  return result;
}
