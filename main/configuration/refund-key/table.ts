import type { Database } from "../../storage/database/database.ts";
import type { Wrap } from "./sealing.ts";

export interface KnownKey {
  id: string;
  publicKeyPem: string;
  madeAt: number;
  madeBy: string | null;
}

export type RefundKeyTable = ReturnType<typeof refundKeyTable>;

interface StoredKey {
  id: string;
  public_key: string;
  made_at: number;
  made_by: string | null;
}

interface StoredWrap {
  person: string;
  key_id: string;
  salt: Buffer;
  wrapped: string;
}

export function refundKeyTable(database: Database) {
  const selectKey = database.prepare<[], StoredKey>("SELECT id, public_key, made_at, made_by FROM refund_key");
  const insert = database.prepare(
    "INSERT INTO refund_key (one, id, public_key, made_at, made_by) VALUES (1, @id, @publicKeyPem, @madeAt, @madeBy)",
  );
  // SQLite leaves deleted content in the file, so wraps are overwritten first.
  const blank = database.prepare("UPDATE refund_key_wrap SET wrapped = '', salt = zeroblob(length(salt))");
  const empty = database.prepare("DELETE FROM refund_key");
  const wraps = database.prepare<[], StoredWrap>("SELECT * FROM refund_key_wrap");
  const wrap = database.prepare<[string], StoredWrap>("SELECT * FROM refund_key_wrap WHERE person = ?");
  const enrol = database.prepare(
    `INSERT INTO refund_key_wrap (person, key_id, salt, wrapped) VALUES (@person, @keyId, @salt, @wrapped)
     ON CONFLICT (person) DO UPDATE SET key_id = excluded.key_id, salt = excluded.salt, wrapped = excluded.wrapped`,
  );
  const remove = () => {
    blank.run();
    empty.run();
  };
  return {
    read() {
      const stored = selectKey.get();
      if (!stored) return null;
      return { id: stored.id, publicKeyPem: stored.public_key, madeAt: stored.made_at, madeBy: stored.made_by };
    },
    /** Replaces the key and all wraps */
    put(key: KnownKey) {
      remove();
      insert.run(key);
    },
    remove,
    wrapOf(person: string) {
      const stored = wrap.get(person);
      return stored ? wrapFrom(stored) : null;
    },
    wraps: () => wraps.all().map(wrapFrom),
    putWrap: (given: Wrap) => void enrol.run(given),
  };
}

function wrapFrom({ person, key_id, salt, wrapped }: StoredWrap): Wrap {
  return { person, keyId: key_id, salt, wrapped };
}
