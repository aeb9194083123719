/**
 * Signs captures and refunds after the commit that booked them, in booking order. Unsigned bookings are signed at the
 * next start, and an export waits for all signatures.
 */

import type { Log } from "../../../lib/log.ts";
import { throttled } from "../../../lib/throttled.ts";
import type { StorageContext } from "../../../storage/context.ts";
import { transact } from "../../../storage/database/database.ts";
import { settingStore } from "../../../storage/database/settings.ts";
import { USED_SETTINGS } from "../../../storage/database/used-numbers.ts";
import { localTimes } from "../local-time.ts";
import { amountText, INITIAL_SIGNATURE, signTransaction } from "./chain.ts";
import { openSaftKey, type SaftKey } from "./key.ts";

export interface SignerPorts extends Pick<StorageContext, "clock" | "database" | "journal" | "log" | "vault"> {
  timeZone: string;
}

export interface Signer {
  /** Signs new bookings in the next turn of the event loop, or with others within {@link SIGN_INTERVAL_MS}. */
  signSoon(): void;
  /** Signs all unsigned bookings and yields to the event loop between batches. */
  catchUp(): Promise<void>;
  /** Finishes the current batch and signs one more. The rest is signed at the next start. */
  close(): Promise<void>;
}

interface Unsigned {
  booking: number;
  at: number;
  currency: string;
  amount: number;
  vat: number;
}

const BATCH_SIZE = 100;

/** Groups the bookings of a busy moment into one commit. */
export const SIGN_INTERVAL_MS = 250;

const UNSIGNED = `
  SELECT sequence AS booking, at, currency,
    (amount + additional_amount) * CASE kind WHEN 'refund' THEN -1 ELSE 1 END AS amount,
    (SELECT coalesce(sum(vat), 0) FROM booking_vat WHERE booking = sequence) * CASE kind WHEN 'refund' THEN -1 ELSE 1 END AS vat
  FROM booking
  WHERE sequence > coalesce((SELECT booking FROM saft_transaction ORDER BY nr DESC LIMIT 1), 0)
    AND +kind IN ('capture','refund') -- by the sequence: an index of kinds would be sorted whole
  ORDER BY sequence LIMIT ?`;

/** Starts signing with the bookings left from the last run. The key is created at the first start. */
export function startSigner(ports: SignerPorts): Signer {
  const { database, clock, log } = ports;
  const unsigned = database.prepare<[number], Unsigned>(UNSIGNED);
  const append = appender(ports);
  const open = () => openSaftKey({ ...ports, now: clock.now() });
  let key = openOrNull(open, log);
  let closed = false;
  let isRequested = false;
  let activeCatchUp: Promise<void> | null = null;

  const step = () => {
    const opened = key ?? open();
    key = opened;
    return transact(database, () => {
      const rows = unsigned.all(BATCH_SIZE);
      for (const row of rows) append(opened, row);
      return rows.length;
    });
  };
  const signBatches = async () => {
    do {
      await new Promise((resolve) => setImmediate(resolve));
      isRequested = false;
      // Bookings made during the last batch set `isRequested` again.
    } while (!closed && (step() === BATCH_SIZE || isRequested));
  };
  const signAll = () => void signer.catchUp();
  const signSoon = throttled(SIGN_INTERVAL_MS, signAll, (err) =>
    log.error({ err }, "bookings could not be signed yet"),
  );
  const signer: Signer = {
    signSoon,
    catchUp() {
      isRequested = true;
      activeCatchUp ??= signBatches()
        .catch((err) => {
          isRequested = false;
          log.error({ err }, "bookings could not be signed; retrying with the next booking or at the next start");
        })
        .finally(() => {
          activeCatchUp = null;
          if (isRequested && !closed) void signer.catchUp();
        });
      return activeCatchUp;
    },
    async close() {
      closed = true;
      signSoon.close();
      await activeCatchUp;
      try {
        step();
      } catch (err) {
        log.error({ err }, "bookings could not be signed; retrying at the next start");
      }
    },
  };
  void signer.catchUp();
  return signer;
}

/** A till that cannot create its key still starts and takes payments. */
function openOrNull(open: () => SaftKey, log: Log): SaftKey | null {
  try {
    return open();
  } catch (err) {
    log.error({ err }, "transactions cannot be signed yet");
    return null;
  }
}

function appender({ database, timeZone }: SignerPorts): (key: SaftKey, row: Unsigned) => void {
  const last = database.prepare<[], { nr: number; signature: string }>(
    "SELECT nr, signature FROM saft_transaction ORDER BY nr DESC LIMIT 1",
  );
  const insert = database.prepare(
    `INSERT INTO saft_transaction (nr, booking, at, trans_date, trans_time, amount, signature, key_version)
     VALUES (@nr, @booking, @at, @transDate, @transTime, @amount, @signature, @keyVersion)`,
  );
  const local = localTimes(timeZone);
  // Numbers after a restore continue above those already exported with other signatures.
  const usedNumber = Number(settingStore(database).get(USED_SETTINGS.saft) ?? 0);
  return ({ version, privateKey }, { booking, at, currency, amount, vat }) => {
    const previous = last.get() ?? { nr: 0, signature: INITIAL_SIGNATURE };
    const { date: transDate, time: transTime } = local(at);
    const part = {
      nr: Math.max(previous.nr, usedNumber) + 1,
      transDate,
      transTime,
      transAmntIn: amountText(amount, currency),
      transAmntEx: amountText(amount - vat, currency),
    };
    const signature = signTransaction(privateKey, previous.signature, part);
    insert.run({ nr: part.nr, booking, at, transDate, transTime, amount, signature, keyVersion: version });
  };
}
