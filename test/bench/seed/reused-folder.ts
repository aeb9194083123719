/** The folder of many payments for measurements: created once, and kept for later runs. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedFolder } from "./folder.ts";

/** Number of payments; `TILL_BENCH_PAYMENTS` overrides it. */
export const PAYMENTS = Number(process.env.TILL_BENCH_PAYMENTS ?? 1_000_000);

const SOURCES = [import.meta.dirname, join(import.meta.dirname, "../../../main/storage/database/migrations")];

/**
 * Returns a data folder with {@link PAYMENTS} payments in the system's temporary folder. A row may start a till in it,
 * and must remove its own additions. Recreated when the schema, the writer or the number changes.
 */
export async function reusedFolder(): Promise<string> {
  const root = join(tmpdir(), "till-bench");
  const folder = join(root, `${PAYMENTS}-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  // Gigabytes of another schema, or unfinished.
  for (const name of existsSync(root) ? readdirSync(root) : [])
    if (name.startsWith(`${PAYMENTS}-`)) rmSync(join(root, name), { recursive: true, force: true });
  console.error(`making ${PAYMENTS} payments in ${folder}: takes minutes, once`);
  const startedAt = performance.now();
  const part = `${folder}.part`;
  await seedFolder({ dataDir: part, payments: PAYMENTS, days: 730, seed: 1, until: Date.now(), signed: "invented" });
  renameSync(part, folder);
  console.error(`made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return folder;
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const folder of SOURCES)
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}
