/**
 * Passes a secret URL to the browser through a file that only this user can read. Other users can read a command line,
 * and could use the ticket or sign-in response first.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { windowProfile } from "./browser-arguments.ts";

export interface TicketPage {
  /** `file:///…`: safe on a command line */
  url: string;
  remove(): void;
}

const SIGN_IN_PAGE = "sign-in-";

/** Creates the profile's folder, or resets its access rights, so that only this user can read it. */
export function makeProfile(dataDir: string): void {
  mkdirSync(windowProfile(dataDir), { recursive: true, mode: 0o700 });
  chmodSync(windowProfile(dataDir), 0o700);
}

/**
 * Writes a page that redirects to the address, in the folder of {@link makeProfile}.
 * @param address contains a ticket or a sign-in state; ASCII without quotes
 */
export function writeTicketPage(dataDir: string, address: string, name = "open.html"): TicketPage {
  const path = join(windowProfile(dataDir), name);
  const remove = () => rmSync(path, { force: true });
  remove();
  // A redirect within a second replaces the history entry, so Back does not reuse the ticket.
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address.replaceAll("&", "&amp;")}">
<title>Till</title>
`;
  writeFileSync(path, page, { mode: 0o600, flag: "wx" });
  return { url: pathToFileURL(path).href, remove };
}

/** Writes the page of one sign-in. Its unique name keeps concurrent sign-ins apart. */
export function writeSignInPage(dataDir: string, address: string): TicketPage {
  return writeTicketPage(dataDir, address, `${SIGN_IN_PAGE}${randomUUID()}.html`);
}

/** Deletes sign-in pages that a killed till left behind. */
export function removeSignInPages(dataDir: string): void {
  const folder = windowProfile(dataDir);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(SIGN_IN_PAGE)) rmSync(join(folder, name), { force: true });
}
