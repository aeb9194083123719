/** Registers with an API key, and the owner's commands for them. */
import { createHash, randomBytes } from "node:crypto";
import type { CommandInput, CommandValues } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type {
  RegisterCertificate,
  RegisterClient,
  RegisterRight,
  RegisterView,
} from "../../../contract/integration/registers.ts";
import type { RegistersSettings } from "../../../contract/integration/registers-settings.ts";
import type { EventOf } from "../../../contract/journal/events.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { nameKey } from "../../../contract/values/plain-text.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ScreenMessages } from "../../peripherals/customer-display/messages.ts";
import { numberOrNull, type Stored } from "../../storage/database/columns.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Webhooks } from "../webhooks/module.ts";

type CommandNames = "register.list" | "register.add" | "register.change" | "register.revoke";

export type RegisterClients = ReturnType<typeof registerClients>;

type Ports = Pick<OperatorContext, "clock" | "database" | "journal" | "log" | "staff">;

interface Around {
  /** URL of the API; null if it is off */
  url(): string | null;
  certificate(): RegisterCertificate | null;
  webhooks: Pick<Webhooks, "list" | "forgetRegister">;
  messages: Pick<ScreenMessages, "forgetRegister">;
}

/** Returns the digest of a key. Keys have 256 random bits, so an unsalted digest is safe. */
export function hashOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Minimum interval between updates of a register's last use. */
const SEEN_EVERY_MS = 60_000;

export function registerClients(
  ports: Ports,
  provisioned: RegistersSettings["clients"],
  { url, certificate, webhooks, messages }: Around,
) {
  const { clock, database, log } = ports;
  applyProvisioned(ports, provisioned, webhooks.forgetRegister);
  const byHash = database.prepare<[string], Stored>(
    "SELECT * FROM register_client WHERE key_hash = ? AND revoked_at IS NULL",
  );
  const see = database.prepare<[number, string]>("UPDATE register_client SET last_seen_at = ? WHERE id = ?");
  const ends = new Map<string, AbortController>();
  const silence = ({ id }: RegisterClient) => {
    ends.get(id)?.abort();
    ends.delete(id);
  };
  return {
    /** Signal that aborts when the register's key or read right is revoked */
    whileIn({ id }: RegisterClient): AbortSignal {
      const end = ends.get(id) ?? new AbortController();
      ends.set(id, end);
      return end.signal;
    },
    /** Returns null for an unknown or revoked key. Looks up the digest, so timing reveals nothing about a key. */
    byKey(key: string): RegisterClient | null {
      const row = byHash.get(hashOfKey(key));
      if (row === undefined) return null;
      const now = clock.now();
      if (Math.abs(now - Number(row.last_seen_at ?? 0)) >= SEEN_EVERY_MS) {
        try {
          transact(database, () => see.run(now, String(row.id)));
        } catch (err) {
          // A failed write must not lock the register out; its actual request reports the disk error.
          log.error({ err }, "a register's last-seen time could not be saved");
        }
      }
      return readClient(row);
    },
    commands: commandsOf(ports, {
      url,
      certificate,
      webhooks,
      messages,
      silence,
    }),
  };
}

function commandsOf(
  { clock, database, journal, staff }: Ports,
  { url, certificate, webhooks, messages, silence }: Around & { silence(register: RegisterClient): void },
): { [N in CommandNames]: (input: CommandInput<N>) => Result<CommandValues[N]> } {
  const table = tableOf(database);
  const note = (
    event: Exclude<EventOf<"register">, "register.certificateMade">,
    { name, rights, refundLimit }: RegisterClient,
  ) => {
    const data = { name, rights: rights.join(" "), refundLimit };
    journal.append({ event, actor: staff.actor(), data }, clock.now());
  };
  const changing = (id: string, act: (before: RegisterView) => Result<RegisterView>) =>
    transact(database, () => {
      const existing = table.find(id);
      return existing === null ? failed("illegal_state", { because: reasonFor("register_gone") }) : act(existing);
    });
  const isTaken = (name: string) => table.all().some((other) => nameKey(other.name) === nameKey(name));
  return {
    "register.list": () =>
      done({ items: table.all(), url: url(), certificate: certificate(), webhooks: webhooks.list() }),
    "register.add": ({ name, rights, refundLimit }) =>
      transact(database, () => {
        if (isTaken(name)) return failed("invalid_input", { fields: [NAME_TAKEN] });
        const key = randomBytes(KEY_BYTES).toString("base64url");
        const added = { id: randomIdentifier(12), name, rights, refundLimit };
        table.insert(added, hashOfKey(key), clock.now());
        note("register.added", added);
        return done({ register: table.find(added.id) as RegisterView, key });
      }),
    "register.change": ({ id, ...changes }) =>
      changing(id, (before) => {
        const updated = { ...before, ...changes };
        table.change(updated);
        note("register.changed", updated);
        if (!updated.rights.includes("read")) silence(updated);
        if (!updated.rights.includes("sell")) messages.forgetRegister(updated.name);
        return done(updated);
      }),
    "register.revoke": ({ id }) =>
      changing(id, (before) => {
        table.revoke(clock.now(), id);
        note("register.revoked", before);
        silence(before);
        webhooks.forgetRegister(before.name);
        messages.forgetRegister(before.name);
        return done(before);
      }),
  };
}

const KEY_BYTES = 32;

const NAME_TAKEN = invalidField("name", reasonFor("field_register_name_once"));

function tableOf(database: Ports["database"]) {
  const all = database.prepare<[], Stored>(
    "SELECT * FROM register_client WHERE revoked_at IS NULL ORDER BY name COLLATE NOCASE",
  );
  const byId = database.prepare<[string], Stored>("SELECT * FROM register_client WHERE id = ? AND revoked_at IS NULL");
  const insert = database.prepare(
    `INSERT INTO register_client (id, name, key_hash, rights, refund_limit, created_at)
     VALUES (@id, @name, @keyHash, @rights, @refundLimit, @now)`,
  );
  const change = database.prepare(
    "UPDATE register_client SET rights = @rights, refund_limit = @refundLimit WHERE id = @id",
  );
  const revoke = database.prepare<[number, string]>("UPDATE register_client SET revoked_at = ? WHERE id = ?");
  const byKey = database.prepare<[string], Stored>("SELECT revoked_at FROM register_client WHERE key_hash = ?");
  const revokeKey = database.prepare<[number, string]>(
    "UPDATE register_client SET revoked_at = ? WHERE key_hash = ? AND revoked_at IS NULL",
  );
  const forget = database.prepare<[string]>("DELETE FROM register_client WHERE key_hash = ?");
  return {
    all: () => all.all().map(readView),
    find(id: string): RegisterView | null {
      const row = byId.get(id);
      return row === undefined ? null : readView(row);
    },
    insert({ id, name, rights, refundLimit }: RegisterClient, keyHash: string, now: number) {
      insert.run({ id, name, keyHash, rights: JSON.stringify(rights), refundLimit, now });
    },
    change({ id, rights, refundLimit }: RegisterClient) {
      change.run({ id, rights: JSON.stringify(rights), refundLimit });
    },
    revoke: (now: number, id: string) => revoke.run(now, id),
    keyState(keyHash: string): "new" | "valid" | "revoked" {
      const row = byKey.get(keyHash);
      return row === undefined ? "new" : row.revoked_at === null ? "valid" : "revoked";
    },
    revokeKey: (now: number, keyHash: string) => revokeKey.run(now, keyHash),
    forget: (keyHash: string) => forget.run(keyHash),
  };
}

/** The last provisioned registers. They are imported at first, and again when the file changes. */
const PROVISIONED = "registersProvisioned";

type Provisioned = RegistersSettings["clients"][number];

/**
 * Applies a changed provisioning file. Unchanged registers keep the owner's settings; a revoked key stays revoked; a
 * register that is no longer listed loses its key.
 */
function applyProvisioned(
  { clock, database, journal, log }: Ports,
  clients: readonly Provisioned[],
  forgetRegister: (name: string) => void,
): void {
  const settings = settingStore(database);
  const last = settings.get(PROVISIONED);
  const provisionedJson = JSON.stringify(clients);
  if (last === provisionedJson || (clients.length === 0 && last === null)) return;
  const previous = typeof last === "string" ? (JSON.parse(last) as Provisioned[]) : [];
  const table = tableOf(database);
  transact(database, () => {
    const now = clock.now();
    const changed = clients.filter((client) => {
      const state = table.keyState(client.keyHash);
      if (state === "revoked")
        log.warn({ register: client.name }, "registers.clients has a revoked key, which stays revoked");
      const isUnchanged = previous.some((earlier) => JSON.stringify(earlier) === JSON.stringify(client));
      return state === "new" || (state === "valid" && !isUnchanged);
    });
    const isNamed = (keyHash: string) => clients.some((client) => client.keyHash === keyHash);
    for (const { keyHash } of previous) if (!isNamed(keyHash)) table.revokeKey(now, keyHash);
    // Remove all changed keys first, because two registers may have swapped keys.
    for (const { keyHash } of changed) table.forget(keyHash);
    for (const { name, rights, refundLimit, keyHash } of changed) {
      for (const client of table.all()) if (client.name === name) table.revoke(now, client.id);
      table.insert({ id: randomIdentifier(12), name, rights, refundLimit }, keyHash, now);
      journal.append({ event: "register.provisioned", data: { name, rights: rights.join(" "), refundLimit } }, now);
    }
    const names = new Set(table.all().map(({ name }) => name));
    for (const { name } of previous) if (!names.has(name)) forgetRegister(name);
    settings.set(PROVISIONED, provisionedJson);
  });
}

function readView(row: Stored): RegisterView {
  const createdAt = iso(Number(row.created_at));
  return { ...readClient(row), createdAt, lastSeenAt: isoOrNull(numberOrNull(row.last_seen_at)) };
}

function readClient(row: Stored): RegisterClient {
  return {
    id: String(row.id),
    name: String(row.name),
    rights: JSON.parse(String(row.rights)) as RegisterRight[],
    refundLimit: numberOrNull(row.refund_limit),
  };
}
