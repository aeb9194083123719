import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Time at which the fixture's till stopped, in ms since the epoch. */
export const STOPPED_AT = 1_795_890_277_788;

const FIXTURE = join(import.meta.dirname, "schema-22");

/**
 * Unpacks the data folder of a demo till from the last release before the catalogue (database schema 22). It has two
 * closed days and an open one with sales, captures, refunds, reservations, a shown code, a pending request, and a
 * capture and a refund with lost responses. The service's database is in its folder `sandbox`. The program of commit
 * d0dceaae wrote it against its own sandbox, with the vault that tests open.
 */
export function unpackSchema22(folder: string): void {
  for (const name of readdirSync(FIXTURE, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".gz")) continue;
    const path = join(folder, name.slice(0, -".gz".length));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, gunzipSync(readFileSync(join(FIXTURE, name))), { mode: 0o600 });
  }
}
