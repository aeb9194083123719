/**
 * How a browser hears an address that is nobody else's: from a page that this user alone can read. Every user of the machine
 * can read a command line, and would win the race for a ticket, or for the answer to a sign-in, there.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { windowProfile } from "./browser-arguments.ts";

export interface TicketPage {
  /** `file:///…`: what the command line may carry */
  url: string;
  remove(): void;
}

const OF_SIGN_IN = "sign-in-";

/** Makes the folder of the window's profile, or takes it back: nobody else reads it. */
export function makeProfile(dataDir: string): void {
  mkdirSync(windowProfile(dataDir), { recursive: true, mode: 0o700 });
  chmodSync(windowProfile(dataDir), 0o700);
}

/**
 * Writes a page that leads on to the address, in the folder of {@link makeProfile}.
 * @param address holds a ticket, or the state of a sign-in; made of ASCII without quotes
 */
export function writeTicketPage(dataDir: string, address: string, name = "open.html"): TicketPage {
  const path = join(windowProfile(dataDir), name);
  const remove = () => rmSync(path, { force: true });
  remove();
  // Within a second a browser puts the next page in this one's place: going back does not use the ticket again.
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address.replaceAll("&", "&amp;")}">
<title>Till</title>
`;
  writeFileSync(path, page, { mode: 0o600, flag: "wx" });
  return { url: pathToFileURL(path).href, remove };
}

/** Writes the page of one sign-in, under a name of its own: another that begins, or ends, leaves it there. */
export function writeSignInPage(dataDir: string, address: string): TicketPage {
  return writeTicketPage(dataDir, address, `${OF_SIGN_IN}${randomUUID()}.html`);
}

/** Removes the pages of sign-ins that a till which was killed left. */
export function removeSignInPages(dataDir: string): void {
  const folder = windowProfile(dataDir);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(OF_SIGN_IN)) rmSync(join(folder, name), { force: true });
}
