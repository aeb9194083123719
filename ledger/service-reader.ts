/** The service, asked by the till's own program with a merchant's credentials: the ledger has no client of its own. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type {
  ReadSettlement,
  RequestOutcome,
  RequestPage,
  ServiceAnswer,
  ServiceQuestion,
} from "../contract/service-reader.ts";
import { Refusal } from "./tills.ts";

export interface ServiceReader {
  /** A page of the merchant's payment requests; null: the first */
  page(page: string | null): Promise<ServiceAnswer<RequestPage>>;
  outcome(tid: string): Promise<ServiceAnswer<RequestOutcome>>;
  /** The lines of a settlement file, checked as a till checks them */
  settlement(file: string, currency: string): Promise<ServiceAnswer<ReadSettlement>>;
}

/** Over whatever answers such questions one after the other. */
export function readerOver(ask: (question: ServiceQuestion) => Promise<unknown>): ServiceReader {
  return {
    page: async (page) => (await ask({ ask: "page", page })) as ServiceAnswer<RequestPage>,
    outcome: async (tid) => (await ask({ ask: "outcome", tid })) as ServiceAnswer<RequestOutcome>,
    settlement: async (file, currency) =>
      (await ask({ ask: "settlement", file, currency })) as ServiceAnswer<ReadSettlement>,
  };
}

/**
 * Starts the till's program; it says on stderr what is wrong with the file.
 * @param program `maintenance.js`
 * @param file    a provisioning file with the merchant's credentials; null: settlement files alone are read
 */
export function startServiceReader(program: string, file: string | null): ServiceReader & AsyncDisposable {
  const args = [program, "read-service", ...(file === null ? [] : [file])];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // It ended while it was asked: whoever waits for its answer hears that.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const reader = readerOver(async (question) => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Refusal("--service: expected a provisioning file that a till could use");
    return JSON.parse(value);
  });
  return {
    ...reader,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
