/** Service client: runs the till's program with a merchant's credentials, because the ledger has no client. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type {
  ReadSettlement,
  RequestOutcome,
  RequestPage,
  ServiceQuery,
  ServiceResponse,
} from "../contract/accounting/service-reader.ts";
import { Refusal } from "./tills.ts";

export type ServiceReader = ReturnType<typeof createReader>;

export function createReader(ask: (question: ServiceQuery) => Promise<unknown>) {
  return {
    /** A page of the merchant's payment requests; null for the first */
    page: async (page: string | null) => (await ask({ ask: "page", page })) as ServiceResponse<RequestPage>,
    outcome: async (tid: string) => (await ask({ ask: "outcome", tid })) as ServiceResponse<RequestOutcome>,
    /** Validated lines of a settlement file */
    settlement: async (file: string, currency: string) =>
      (await ask({ ask: "settlement", file, currency })) as ServiceResponse<ReadSettlement>,
  };
}

/**
 * Starts the till's program, which reports errors in the file on stderr.
 * @param program `maintenance.js`
 * @param file provisioning file with the merchant's credentials; null reads settlement files only
 */
export function startServiceReader(program: string, file: string | null): ServiceReader & AsyncDisposable {
  const args = [program, "read-service", ...(file === null ? [] : [file])];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // The process ended during a request, whose caller gets the error.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const reader = createReader(async (question) => {
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
