/**
 * For `node --import`: kills this process at a step, like a power cut. A step is a transaction, or a request's
 * creation, sending or response. Steps are counted while the file KILL_AT_STEP exists; its content is the step at which
 * the process ends.
 */
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import Sqlite from "better-sqlite3";

let counted = 0;

function step() {
  let at;
  try {
    at = Number(readFileSync(process.env.KILL_AT_STEP, "utf8"));
  } catch {
    counted = 0;
    return;
  }
  counted += 1;
  if (counted === at) process.kill(process.pid, "SIGKILL");
}

const { transaction } = Sqlite.prototype;
Sqlite.prototype.transaction = function stepped(work) {
  const run = transaction.call(this, work);
  return {
    immediate(...values) {
      step();
      const value = run.immediate(...values);
      step();
      return value;
    },
  };
};

for (const moment of ["request:create", "client:sendHeaders", "request:headers"]) subscribe(`undici:${moment}`, step);
