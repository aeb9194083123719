/** The owner's commands about the refund key. */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { CommandInput } from "../../contract/commands.ts";
import { done, failed, type Result } from "../../contract/errors.ts";
import type { RefundKeyView } from "../../contract/refund-key.ts";
import { materialOf } from "../keys/prepare.ts";
import { publicHalfOf } from "../keys/public-half.ts";
import { privateKeyProblem } from "../settings/pem.ts";
import { type Members, staffMembers } from "../staff/members.ts";
import type { StaffService } from "../staff/service.ts";
import type { SignedIn } from "../staff/session.ts";
import type { Database } from "../store/database.ts";
import type { Vault } from "../vault/vault.ts";
import type { RefundKey } from "./refund-key.ts";

export interface RefundKeyCommandPorts {
  refundKey: RefundKey;
  database: Database;
  vault: Pick<Vault, "weak">;
  staff: Pick<StaffService, "identify" | "caller" | "actor">;
  ring: { scheme(): string };
  /** Whether a refund is not settled yet: what is to sign it may not go */
  refundUnderWay(): boolean;
  /** Something of the view, or of the till's, is another */
  onChange(): void;
}

type Answer = Promise<Result<RefundKeyView>>;

/** Makes the `refundKey.*` commands. Rights are checked before (the table of permissions). */
export function refundKeyCommands(ports: RefundKeyCommandPorts) {
  const { refundKey, staff, onChange } = ports;
  const members = staffMembers(ports.database);
  const view = () => done(refundKeyView(ports, members));
  const told = (result: Result<unknown>) => {
    if (!result.ok) return result;
    onChange();
    return view();
  };
  return {
    get: view,
    async make({ pin }: CommandInput<"refundKey.make">): Answer {
      const by = await owner(ports, pin);
      if (!by.ok) return by;
      const material = await materialOf({ kind: "make" });
      if (!material.ok) return material;
      return told(await keep(ports, createPrivateKey(material.value.value), { pin, by: by.value, how: "made" }));
    },
    async import({ pem, pin }: CommandInput<"refundKey.import">): Answer {
      const expected = privateKeyProblem(pem);
      if (expected !== null) {
        const reason = `This file does not hold a key that can be used. Expected: ${expected}. Nothing was kept.`;
        return failed("invalid_input", { fields: [{ field: "pem", expected }], reason });
      }
      const by = await owner(ports, pin);
      if (!by.ok) return by;
      return told(await keep(ports, createPrivateKey(pem), { pin, by: by.value, how: "imported" }));
    },
    async enrol(input: CommandInput<"refundKey.enrol">): Answer {
      return told(await enrol(ports, members, input));
    },
    remove(): Result<RefundKeyView> {
      if (!refundKey.isThere()) return failed("illegal_state", { reason: NONE });
      if (ports.refundUnderWay()) return failed("illegal_state", { reason: UNDER_WAY });
      refundKey.remove({ event: "refundKey.removed", actor: staff.actor(), data: { because: "owner" } });
      onChange();
      return view();
    },
  };
}

/** The owner who is signed in, by their PIN, where a key may be kept. */
async function owner({ refundKey, vault, staff }: RefundKeyCommandPorts, pin: string): Promise<Result<SignedIn>> {
  if (vault.weak) return failed("illegal_state", { reason: WEAK });
  if (refundKey.isThere()) return failed("illegal_state", { reason: THERE });
  return staff.identify(pin, staff.caller()?.id);
}

async function keep(
  { refundKey }: RefundKeyCommandPorts,
  key: KeyObject,
  { pin, by, how }: { pin: string; by: SignedIn; how: "made" | "imported" },
): Promise<Result<null>> {
  if (by.role === "cashier") return failed("not_allowed");
  const { publicKeyPem, fingerprint } = publicHalfOf(key);
  const event = how === "made" ? "refundKey.made" : "refundKey.imported";
  const told = { event, actor: by.name, data: { fingerprint } };
  const kept = await refundKey.keep(key, publicKeyPem, { person: by.id, pin, name: by.name }, told);
  return kept ? done(null) : failed("conflict", { reason: THERE });
}

async function enrol(
  { refundKey, staff }: RefundKeyCommandPorts,
  members: Members,
  { pin, person, personPin }: CommandInput<"refundKey.enrol">,
): Promise<Result<null>> {
  if (!refundKey.isThere()) return failed("illegal_state", { reason: NONE });
  const by = await staff.identify(pin);
  if (!by.ok) return by;
  const member = members.find(person);
  if (!member?.active || member.role === "cashier") return failed("illegal_state", { reason: NOT_A_MANAGER });
  const known = await staff.identify(personPin, person);
  if (!known.ok) {
    if (known.error.code === "locked_out") return known;
    const fields = [{ field: "personPin", expected: "this person's own PIN" }];
    return failed("invalid_input", { fields, reason: `That is not the PIN of ${member.name}. Nothing was changed.` });
  }
  const told = { event: "refundKey.enrolled", actor: staff.actor() ?? by.value.name, data: { name: member.name } };
  const stillTheirs = () => members.find(person)?.pin.hash.equals(member.pin.hash) === true;
  const enrolled = await refundKey.enrol({ person: by.value.id, pin }, { person, pin: personPin }, stillTheirs, told);
  return enrolled ? done(null) : failed("not_allowed", { reason: cannotUnlock(by.value.name) });
}

function refundKeyView({ refundKey, ring }: RefundKeyCommandPorts, members: Members): RefundKeyView {
  const known = refundKey.known();
  const unlockers = new Set(refundKey.unlockers());
  return {
    key: known && {
      publicKeyPem: known.publicKeyPem,
      fingerprint: publicHalfOf(createPublicKey(known.publicKeyPem)).fingerprint,
      since: new Date(known.madeAt).toISOString(),
      by: known.madeBy,
    },
    needed: ring.scheme() === "SECRET",
    people: members
      .all()
      .filter(({ active, role }) => active && role !== "cashier")
      .map(({ id, name, role }) => ({ id, name, role, unlocks: unlockers.has(id) })),
    unlockedFor: refundKey.heldFor(),
  };
}

function cannotUnlock(name: string): string {
  return `The PIN of ${name} does not unlock the refund key: it takes the PIN of somebody who does already. Where nobody is left, remove the key and make another one. Nothing was changed.`;
}

const NONE = "This till has no refund key. Nothing was changed.";
const THERE = "This till has a refund key already: remove it first. Nothing was changed.";
const UNDER_WAY =
  "A refund is still under way, and this key is what signs it: wait until it is settled, or give it up in the queue. Nothing was changed.";
const NOT_A_MANAGER = "Only a manager or an owner can unlock the refund key. Nothing was changed.";
const WEAK =
  "This machine has no keychain, and the owner has not accepted that yet: nothing was kept. Accept it, or set a passphrase.";
