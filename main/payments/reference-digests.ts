/**
 * Digests of requests under a reference or the window's key, by which the same request is recognized. One that names a
 * customer is sealed under a key of the till's vault: by the digest alone their number could be found out by trying.
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../contract/canonical-json.ts";
import type { CommandInput } from "../../contract/commands.ts";
import { type Database, transact } from "../storage/database/database.ts";
import { settingStore } from "../storage/database/settings.ts";
import type { PaymentRow } from "./payment-row.ts";
import type { BodiesAtRest } from "./queue/bodies-at-rest.ts";

type StartInput = CommandInput<"payment.start">;

export interface ReferenceDigests {
  /** What a payment's row keeps; null: it has neither a reference nor a key */
  kept(posTid: string, input: StartInput): Uint8Array | null;
  /** Whether that is the request of the first time. Where this vault cannot open what was kept, it is not said to be */
  isSame(known: Pick<PaymentRow, "posTid" | "askedFor">, input: StartInput): boolean;
}

const DIGEST_BYTES = 32;
const NOTHING = new Uint8Array();
const SEALED = "referencesSealed";

/** Opens them. What earlier versions kept is sealed with the first start, and after a restored backup of theirs. */
export function referenceDigests(database: Database, bodies: BodiesAtRest): ReferenceDigests {
  sealEarlier(database, bodies);
  return {
    kept(posTid, input) {
      if (input.reference === undefined && input.attempt === undefined) return null;
      const digest = digestOf(input);
      return input.customer === undefined ? digest : bodies.seal(posTid, digest);
    },
    isSame({ posTid, askedFor }, input) {
      const known = askedFor?.length === DIGEST_BYTES ? askedFor : bodies.open(posTid, askedFor ?? NOTHING);
      return digestOf(input).equals(known);
    },
  };
}

function sealEarlier(database: Database, bodies: BodiesAtRest): void {
  const settings = settingStore(database);
  if (settings.get(SEALED) === true) return;
  const bare = database.prepare<[], { posTid: string; digest: Buffer }>(
    `SELECT pos_tid AS posTid, asked_for AS digest FROM payment
     WHERE reference IS NOT NULL AND customer IS NOT NULL AND length(asked_for) = ${DIGEST_BYTES}`,
  );
  const change = database.prepare("UPDATE payment SET asked_for = ? WHERE pos_tid = ?");
  transact(database, () => {
    for (const { posTid, digest } of bare.all()) change.run(bodies.seal(posTid, digest), posTid);
    settings.set(SEALED, true);
  });
}

/**
 * What is asked for, as a digest: the customer's full identifier is kept nowhere for this. A value that says no more than
 * leaving it out does is the same request.
 */
function digestOf({ reference: _name, attempt: _key, ...content }: StartInput): Buffer {
  const { additionalAmount = 0, additionalEdit = false } = content;
  const lines = content.lines?.map((line) => ({ ...line, discount: line.discount || undefined }));
  return createHash("sha256")
    .update(canonicalJson({ ...content, additionalAmount, additionalEdit, lines }))
    .digest();
}
