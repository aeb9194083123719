/** Registered applications (section 1) and their redirect URLs. */
import { all, type Db, one, run } from "./database.ts";
import { digestSecret } from "./merchants.ts";
import { makeId, randomName } from "./tokens.ts";

export interface Application {
  client_id: string;
  merchant_id: string;
  name: string;
  redirect_uris: readonly string[];
  secret_digest: Buffer;
}

export interface ApplicationInput {
  name: string;
  redirect_uris: string[];
}

export interface Registered {
  client_id: string;
  client_secret: string;
}

type Row = Omit<Application, "redirect_uris"> & { redirect_uris: string };

/** Adds an application. @param now ms since the epoch */
export function insertApplication(db: Db, merchantId: string, input: ApplicationInput, now: number): Registered {
  const client_id = `app-${makeId()}`;
  const client_secret = randomName(32);
  const sql = `INSERT INTO application (client_id, merchant_id, name, redirect_uris, secret_digest, created_at)
    VALUES (?, ?, ?, ?, ?, ?)`;
  const uris = JSON.stringify(input.redirect_uris);
  run(db, sql, client_id, merchantId, input.name, uris, digestSecret(client_secret), now);
  return { client_id, client_secret };
}

/** Finds an application of a merchant, or of any merchant if null. */
export function findApplication(db: Db, merchantId: string | null, clientId: string): Application | undefined {
  const sql = "SELECT * FROM application WHERE client_id = ? AND merchant_id = coalesce(?, merchant_id)";
  const row = one<Row>(db, sql, clientId, merchantId);
  return row && toApplication(row);
}

export function listApplications(db: Db): Application[] {
  return all<Row>(db, "SELECT * FROM application ORDER BY seq").map(toApplication);
}

export function updateApplication(db: Db, clientId: string, input: ApplicationInput): void {
  const sql = "UPDATE application SET name = ?, redirect_uris = ? WHERE client_id = ?";
  run(db, sql, input.name, JSON.stringify(input.redirect_uris), clientId);
}

/** Deletes an application with its authorizations and tokens. */
export function deleteApplication(db: Db, clientId: string): void {
  run(db, "DELETE FROM application WHERE client_id = ?", clientId);
}

function toApplication(row: Row): Application {
  return { ...row, redirect_uris: JSON.parse(row.redirect_uris) as string[] };
}
