/** The registers that have a key to this till. */
import { createHash } from "node:crypto";
import type { RegisterClient, RegisterRight } from "../../../contract/registers.ts";
import type { RegistersSettings } from "../../../contract/registers-settings.ts";
import type { StorageContext } from "../../storage/context.ts";
import { numberOrNull, type Stored } from "../../storage/database/columns.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { settingStore } from "../../storage/database/settings.ts";

export interface RegisterClients {
  /** Whose key it is; null: nobody's, or one that was revoked */
  byKey(key: string): RegisterClient | null;
  /** Aborted when this register's key is revoked: it hears nothing from then on */
  whileIn(client: RegisterClient): AbortSignal;
}

type Ports = Pick<StorageContext, "clock" | "database" | "journal">;

/** A register's key is kept as its digest alone: it is long enough that nobody finds it by trying. */
export function hashOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Which registers of the provisioning are in the table: they are its first content, and anew when the file says otherwise. */
const PROVISIONED = "registersProvisioned";

/** Opens the table. @param provisioned as the settings have them */
export function registerClients(ports: Ports, provisioned: RegistersSettings["clients"]): RegisterClients {
  const { database } = ports;
  takeProvisioned(ports, provisioned);
  const byHash = database.prepare<[string], Stored>(
    "SELECT * FROM register_client WHERE key_hash = ? AND revoked_at IS NULL",
  );
  const ends = new Map<string, AbortController>();
  return {
    whileIn({ id }) {
      const end = ends.get(id) ?? new AbortController();
      ends.set(id, end);
      return end.signal;
    },
    // By its digest: how long the search takes tells nothing of a key.
    byKey(key) {
      const row = byHash.get(hashOfKey(key));
      return row === undefined ? null : readClient(row);
    },
  };
}

function takeProvisioned({ clock, database, journal }: Ports, clients: RegistersSettings["clients"]): void {
  const settings = settingStore(database);
  const said = JSON.stringify(clients);
  if (settings.get(PROVISIONED) === said || (clients.length === 0 && settings.get(PROVISIONED) === null)) return;
  const revoke = database.prepare<[number, string]>(
    "UPDATE register_client SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL",
  );
  // The key that a register had before is another's now, or its own once more.
  const forget = database.prepare<[string]>("DELETE FROM register_client WHERE key_hash = ?");
  const insert = database.prepare(
    `INSERT INTO register_client (id, name, key_hash, rights, refund_limit, created_at)
     VALUES (@id, @name, @keyHash, @rights, @refundLimit, @now)`,
  );
  transact(database, () => {
    const now = clock.now();
    for (const { rights, ...client } of clients) {
      forget.run(client.keyHash);
      revoke.run(now, client.name);
      insert.run({ ...client, id: randomIdentifier(12), rights: JSON.stringify(rights), now });
      const data = { name: client.name, rights: rights.join(" "), refundLimit: client.refundLimit };
      journal.append({ event: "register.provisioned", data }, now);
    }
    settings.set(PROVISIONED, said);
  });
}

function readClient(row: Stored): RegisterClient {
  return {
    id: String(row.id),
    name: String(row.name),
    rights: JSON.parse(String(row.rights)) as RegisterRight[],
    refundLimit: numberOrNull(row.refund_limit),
  };
}
