import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { RefundKeyView } from "../../../contract/configuration/refund-key.ts";
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { roleHasPermission, type StaffRole } from "../../../contract/values/roles.ts";
import { type Members, staffMembers } from "../../people/members.ts";
import type { SignedIn } from "../../people/session.ts";
import type { Staff } from "../../people/staff.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { makePrivateKey } from "../keys/prepare.ts";
import { publicHalfOf } from "../keys/slots.ts";
import { privateKeyProblem } from "../settings/pem.ts";
import type { RefundKey } from "./refund-key.ts";

export interface RefundKeyCommandPorts {
  refundKey: RefundKey;
  database: Database;
  vault: Pick<Vault, "weak">;
  staff: Pick<Staff, "identify" | "caller" | "actor" | "policy">;
  credentials: { scheme(): string };
  /** True while a refund is unsettled, whose key must not be removed */
  refundUnderWay(): boolean;
  onChange(): void;
}

type Answer = Promise<Result<RefundKeyView>>;

export function refundKeyCommands(ports: RefundKeyCommandPorts) {
  const { refundKey, staff, onChange } = ports;
  const members = staffMembers(ports.database);
  const view = () => done(refundKeyView(ports, members));
  const changed = (result: Result<unknown>) => {
    if (!result.ok) return result;
    onChange();
    return view();
  };
  return {
    "refundKey.get": view,
    async "refundKey.make"({ pin }: CommandInput<"refundKey.make">): Answer {
      const by = await owner(ports, pin);
      if (!by.ok) return by;
      const key = createPrivateKey(await makePrivateKey());
      return changed(await storeKey(ports, key, { pin, by: by.value, how: "made" }));
    },
    async "refundKey.import"({ pem, pin }: CommandInput<"refundKey.import">): Answer {
      const expected = privateKeyProblem(pem);
      if (expected !== null) {
        const because = reasonFor("refund_key_bad_file", { expected });
        return failed("invalid_input", { fields: [invalidField("pem", expected)], because });
      }
      const by = await owner(ports, pin);
      if (!by.ok) return by;
      return changed(await storeKey(ports, createPrivateKey(pem), { pin, by: by.value, how: "imported" }));
    },
    async "refundKey.enrol"(input: CommandInput<"refundKey.enrol">): Answer {
      return changed(await enrol(ports, members, input));
    },
    "refundKey.remove"(): Result<RefundKeyView> {
      if (!refundKey.exists()) return failed("illegal_state", { because: reasonFor("refund_key_none") });
      if (ports.refundUnderWay()) return failed("illegal_state", { because: reasonFor("refund_key_under_way") });
      refundKey.remove({
        event: "refundKey.removed",
        actor: staff.actor(),
        data: { because: packReason(reasonFor("refund_key_removed_by_owner")) },
      });
      onChange();
      return view();
    },
  };
}

/** Identifies the signed-in owner by PIN, when a key may be stored. */
async function owner({ refundKey, vault, staff }: RefundKeyCommandPorts, pin: string): Promise<Result<SignedIn>> {
  if (vault.weak) return failed("illegal_state", { because: reasonFor("keys_no_keychain") });
  if (refundKey.exists()) return failed("illegal_state", { because: reasonFor("refund_key_there") });
  return staff.identify(pin, staff.caller()?.id);
}

function canUnlock({ staff }: Pick<RefundKeyCommandPorts, "staff">, role: StaffRole): boolean {
  return role !== "cashier" && roleHasPermission(role, "refund", staff.policy().roles);
}

async function storeKey(
  ports: RefundKeyCommandPorts,
  key: KeyObject,
  { pin, by, how }: { pin: string; by: SignedIn; how: "made" | "imported" },
): Promise<Result<null>> {
  const { refundKey } = ports;
  if (!canUnlock(ports, by.role)) return failed("not_allowed");
  const { publicKeyPem, fingerprint } = publicHalfOf(key);
  const event = `refundKey.${how}` as const;
  const line = { event, actor: by.name, data: { fingerprint } };
  const isStored = await refundKey.storeKey(key, publicKeyPem, { person: by.id, pin, name: by.name }, line);
  return isStored ? done(null) : failed("conflict", { because: reasonFor("refund_key_there") });
}

async function enrol(
  ports: RefundKeyCommandPorts,
  members: Members,
  { pin, person, personPin }: CommandInput<"refundKey.enrol">,
): Promise<Result<null>> {
  const { refundKey, staff } = ports;
  if (!refundKey.exists()) return failed("illegal_state", { because: reasonFor("refund_key_none") });
  const by = await staff.identify(pin);
  if (!by.ok) return by;
  const member = members.find(person);
  if (!member?.active || !canUnlock(ports, member.role))
    return failed("illegal_state", { because: reasonFor("refund_key_not_a_manager") });
  const identified = await staff.identify(personPin, person);
  if (!identified.ok) {
    if (identified.error.code === "locked_out") return identified;
    const fields = [invalidField("personPin", reasonFor("pin_own"))];
    return failed("invalid_input", { fields, because: reasonFor("refund_key_not_their_pin", { name: member.name }) });
  }
  const isPinUnchanged = () => members.find(person)?.pin.hash.equals(member.pin.hash) === true;
  const enrolled = await refundKey.enrol({ person: by.value.id, pin }, { person, pin: personPin }, isPinUnchanged, {
    event: "refundKey.enrolled",
    actor: staff.actor() ?? by.value.name,
    data: { name: member.name },
  });
  return enrolled
    ? done(null)
    : failed("not_allowed", { because: reasonFor("refund_key_cannot_unlock", { name: by.value.name }) });
}

function refundKeyView({ refundKey, credentials, staff }: RefundKeyCommandPorts, members: Members): RefundKeyView {
  const key = refundKey.currentKey();
  const unlockers = new Set(refundKey.unlockers());
  return {
    key: key && {
      publicKeyPem: key.publicKeyPem,
      fingerprint: publicHalfOf(createPublicKey(key.publicKeyPem)).fingerprint,
      since: new Date(key.madeAt).toISOString(),
      by: key.madeBy,
    },
    needed: credentials.scheme() === "SECRET",
    people: members
      .all()
      .filter(({ active, role }) => active && canUnlock({ staff }, role))
      .map(({ id, name, role }) => ({ id, name, role, unlocks: unlockers.has(id) })),
    unlockedFor: refundKey.heldFor(),
  };
}
