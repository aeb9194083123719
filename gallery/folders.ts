import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

export const BUILT = join(ROOT, "out", "gallery");
/** What each picture shows, for coverage.spec.ts. Every run empties it. */
export const COVERED = join(ROOT, "test-results", "gallery", "covered");
