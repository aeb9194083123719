/** The owner's consent to a weak vault, stored in the data folder. */
import { z } from "zod";
import type { VaultConsent } from "../../../contract/configuration/keys.ts";
import { writeFileDurably } from "../database/durable-file.ts";
import { readJson, vaultFiles } from "./files.ts";

const consentSchema = z.object({ by: z.string(), at: z.iso.datetime(), sentence: z.string().min(1) });

export function readConsent(folder: string): VaultConsent | null {
  return consentSchema.safeParse(readJson(vaultFiles(folder).consent)).data ?? null;
}

export function writeConsent(folder: string, { by, at, sentence }: VaultConsent): void {
  writeFileDurably(vaultFiles(folder).consent, JSON.stringify({ by, at, sentence }), 0o600);
}
