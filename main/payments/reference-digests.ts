/**
 * Digests that recognise a repeated request by its reference or key. A digest of a request that names a customer is
 * sealed: a plain one could be reversed by trying all numbers.
 */
import { createHash } from "node:crypto";
import type { CommandInput } from "../../contract/bridge/commands.ts";
import { canonicalJson } from "../../contract/values/canonical-json.ts";
import { type Database, transact } from "../storage/database/database.ts";
import { settingStore } from "../storage/database/settings.ts";
import type { PaymentRow } from "./payment-row.ts";
import type { BodiesAtRest } from "./queue/bodies-at-rest.ts";

type StartInput = CommandInput<"payment.start">;

export type ReferenceDigests = ReturnType<typeof referenceDigests>;

const DIGEST_BYTES = 32;
const NOTHING = new Uint8Array();
const SEALED = "referencesSealed";

/** Opens the digests. Seals those of earlier versions at the first start and after a restore. */
export function referenceDigests(database: Database, bodies: BodiesAtRest) {
  sealEarlierDigests(database, bodies);
  return {
    /** Returns the digest to store; null without a reference or key */
    digestToStore(posTid: string, input: StartInput): Uint8Array | null {
      if (input.reference === undefined && input.attempt === undefined) return null;
      const digest = digestOf(input);
      return input.customer === undefined ? digest : bodies.seal(posTid, digest);
    },
    /** True when the request equals the first one; false when this vault cannot open the stored digest */
    isSame({ posTid, requestDigest }: Pick<PaymentRow, "posTid" | "requestDigest">, input: StartInput): boolean {
      const storedDigest =
        requestDigest?.length === DIGEST_BYTES ? requestDigest : bodies.open(posTid, requestDigest ?? NOTHING);
      return digestOf(input).equals(storedDigest);
    },
  };
}

function sealEarlierDigests(database: Database, bodies: BodiesAtRest): void {
  const settings = settingStore(database);
  if (settings.get(SEALED) === true) return;
  const unsealed = database.prepare<[], { posTid: string; digest: Buffer }>(
    `SELECT pos_tid AS posTid, asked_for AS digest FROM payment
     WHERE reference IS NOT NULL AND customer IS NOT NULL AND length(asked_for) = ${DIGEST_BYTES}`,
  );
  const updateDigest = database.prepare("UPDATE payment SET asked_for = ? WHERE pos_tid = ?");
  transact(database, () => {
    for (const { posTid, digest } of unsealed.all()) updateDigest.run(bodies.seal(posTid, digest), posTid);
    settings.set(SEALED, true);
  });
}

/** Digests the request without its reference and key. A default value counts the same as a missing one. */
function digestOf({ reference: _name, attempt: _key, ...content }: StartInput): Buffer {
  const { additionalAmount = 0, additionalEdit = false } = content;
  const lines = content.lines?.map((line) => ({ ...line, discount: line.discount || undefined }));
  return createHash("sha256")
    .update(canonicalJson({ ...content, additionalAmount, additionalEdit, lines }))
    .digest();
}
