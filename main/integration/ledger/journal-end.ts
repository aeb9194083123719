/** Signed journal ends for the chain's ledger. A person who alters rows in the ledger cannot forge the signature. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { journalEndText } from "../../../contract/journal/journal-chain.ts";
import type { ChainLink } from "../../storage/journal/chain.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import type { SignedEnd } from "./client.ts";

export type EndSigner = ReturnType<typeof openEndSigner>;

/** Opens the signer. Its Ed25519 key is created on first use and stored in the vault. */
export function openEndSigner(vault: Pick<Vault, "get" | "put">) {
  const key = createPrivateKey(vault.get("ledgerKey") ?? newKey(vault));
  return {
    /** PEM */
    publicKey: createPublicKey(key).export({ type: "spki", format: "pem" }).toString(),
    /** @param at ms since the epoch */
    sign(till: string, { entries, hash }: ChainLink, at: number): SignedEnd {
      const text = journalEndText({ till, entries, hash: hash.toString("hex"), at });
      const signature = sign(null, Buffer.from(text), key).toString("hex");
      return { number: entries, at: new Date(at).toISOString(), hash: hash.toString("hex"), signature };
    },
  };
}

function newKey(vault: Pick<Vault, "put">): string {
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  vault.put("ledgerKey", pem);
  return pem;
}
