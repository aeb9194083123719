/** A process's file operations in order, from strace. */
import { readFileSync } from "node:fs";

export type FileEvent =
  | { do: "write"; path: string; offset: number; data: Buffer }
  | { do: "truncate"; path: string; size: number }
  | { do: "sync"; path: string }
  | { do: "rename"; path: string; to: string }
  | { do: "remove"; path: string }
  /** A promise to the process at that time */
  | { do: "say"; line: string };

const CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink";

/** Returns a command-line prefix that records file events. */
export function traced(output: string): string[] {
  return [
    "strace",
    "-f",
    "--seccomp-bpf",
    "-qq",
    "-y",
    "-xx",
    "-s",
    "1000000",
    "-e",
    `trace=${CALLS}`,
    "-e",
    "signal=none",
    "-o",
    output,
  ];
}

/** Parses the output of {@link traced} for a folder and stdout. */
export function readTrace(output: string, folder: string): FileEvent[] {
  const unfinished = new Map<string, string>();
  return readFileSync(output, "latin1")
    .split("\n")
    .flatMap((line) => {
      const [, thread = "", call = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
      if (call.endsWith(" <unfinished ...>")) {
        unfinished.set(thread, call.slice(0, -" <unfinished ...>".length));
        return [];
      }
      const fullCall = call.replace(/^<\.\.\. \w+ resumed>/, () => unfinished.get(thread) ?? "");
      const event = eventOf(fullCall);
      return event && (event.do === "say" || event.path.startsWith(folder)) ? [event] : [];
    });
}

function eventOf(call: string): FileEvent | null {
  const [, name, content = "", result] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(call) ?? [];
  if (name === undefined || Number(result) < 0) return null;
  const path = plain(/^\d+<([^>]*)>/.exec(content)?.[1] ?? "");
  const strings = [...content.matchAll(/"([^"]*)"/g)].map(([, text]) => bytes(text ?? ""));
  const numbers = content
    .replace(/"[^"]*"|<[^>]*>/g, "")
    .split(",")
    .map(Number);
  const [data = Buffer.alloc(0), second = Buffer.alloc(0)] = strings;
  switch (name) {
    case "pwrite64":
      return { do: "write", path, offset: numbers.at(-1) ?? 0, data: data.subarray(0, Number(result)) };
    case "write":
      return content.startsWith("1<") ? { do: "say", line: data.toString().trim() } : null;
    case "fsync":
    case "fdatasync":
      return { do: "sync", path };
    case "ftruncate":
      return { do: "truncate", path, size: numbers.at(-1) ?? 0 };
    case "rename":
      return { do: "rename", path: data.toString(), to: second.toString() };
    case "unlink":
      return { do: "remove", path: data.toString() };
    default:
      return null;
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}

/** Paths may be hexadecimal or plain. */
function plain(path: string): string {
  return path.startsWith("\\x") ? bytes(path).toString() : path;
}
