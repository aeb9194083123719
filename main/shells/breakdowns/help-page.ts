/** Static help page, without scripts, for a window whose page or till cannot be kept running. */
import { createHash } from "node:crypto";
import { SECURITY_HEADERS } from "../../../contract/values/security-headers.ts";
import type { Contact } from "../../app/breakdowns.ts";
import { kioskSections } from "./help-words.ts";

/**
 * Audience of the page: staff (the window failed), staff (the till stopped), the customer's screen, or a kiosk
 * customer.
 */
export type HelpFor = "staff" | "stopped" | "customer" | "kiosk";

const STYLE = `:root { color-scheme: light dark; font: clamp(1.25rem, 3vmin, 2.5rem)/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 12vh auto; padding: 0 1.5rem }
h1 { font-size: 2rem; line-height: 1.2 }
strong { display: block; font-size: 1.5em }
section + section { margin-top: 3rem }`;

const WORDS: Record<Exclude<HelpFor, "kiosk">, string> = {
  staff: `<section>
<h1>Call for help</h1>
<p>This window has stopped several times in a row. The till itself keeps running: nothing is lost, and nothing is charged twice.</p>
<p>Do not hand over items for a payment that was not shown as paid. Restart the till, and check Payments before you charge again.</p>
</section>
<section lang="nb">
<h1>Be om hjelp</h1>
<p>Dette vinduet har stanset flere ganger på rad. Selve kassen går videre: ingenting er tapt, og ingen belastes to ganger.</p>
<p>Ikke lever ut varer for en betaling som ikke ble vist som betalt. Start kassen på nytt, og se under Betalinger før du tar betalt igjen.</p>
</section>`,
  stopped: `<section>
<h1>Call for help</h1>
<p>The till has stopped several times in a row. You cannot take payments now. Earlier payments are saved: nothing is lost, and nothing is charged twice.</p>
<p>Do not hand over items for a payment that was not shown as paid. The till restarts in ten minutes. If this page comes back, call your IT support.</p>
</section>
<section lang="nb">
<h1>Be om hjelp</h1>
<p>Kassen har stanset flere ganger på rad. Den kan ikke ta betalt nå. Det som er betalt, er registrert: ingenting er tapt, og ingen belastes to ganger.</p>
<p>Ikke lever ut varer for en betaling som ikke ble vist som betalt. Kassen prøver igjen om ti minutter; kommer denne siden tilbake, spør dem som har ansvar for den.</p>
</section>`,
  customer: `<section>
<h1>Please ask the staff</h1>
<p>This screen is out of order. What you pay at the till is not affected.</p>
</section>
<section lang="nb">
<h1>Spør de ansatte</h1>
<p>Denne skjermen er ute av drift. Det du betaler i kassen, er ikke berørt.</p>
</section>`,
};

const page = (words: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Till</title>
<style>${STYLE}</style>
${words}
</html>
`;

export interface HelpPage {
  body: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Returns the page and its headers. The Content-Security-Policy allows only the page's own style, by hash.
 * @param contact the kiosk's shop; null if unknown
 */
export function helpPage(reader: HelpFor, contact: Contact | null = null): HelpPage {
  const style = createHash("sha256").update(STYLE).digest("base64");
  return {
    body: page(reader === "kiosk" ? kioskSections(contact) : WORDS[reader]),
    headers: {
      ...SECURITY_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  };
}
