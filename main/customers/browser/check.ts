/** The identity check in the system's browser (G31). */
import { done, failed } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { IdentityCheck } from "../../people/phone-checks.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { SignInApplication } from "./application.ts";
import { askInBrowser, type BrowserPorts } from "./identity.ts";
import { BROWSER_MS } from "./loopback.ts";

export interface BrowserCheckPorts extends Omit<BrowserPorts, "application" | "naming" | "page"> {
  application: SignInApplication["current"];
  /** Opens the system's browser; null if the window must do it. @see ShellHost */
  openInBrowser(url: string): (() => void) | null;
  page(): string;
}

export function browserCheck(ports: BrowserCheckPorts): IdentityCheck & { close(): void } {
  const open = new Map<string, () => void>();
  let isClosed = false;
  return {
    async ask({ naming, onNews }) {
      const application = ports.application();
      if (application === null) return failed("illegal_state", { because: reasonFor("account_off") });
      const question = await askInBrowser({ ...ports, application, naming, page: ports.page() });
      if (!question.ok) return question;
      const { url, answer, close } = question.value;
      const id = randomIdentifier(20);
      open.set(id, close);
      const removePage = ports.openInBrowser(url);
      void answer.then((news) => {
        open.delete(id);
        removePage?.();
        // Ignored if the till stopped during the token exchange.
        if (!isClosed) onNews(news);
      });
      return done({ id, qr: null, url: removePage === null ? url : null, lifetimeMs: BROWSER_MS });
    },
    giveUp: (id) => open.get(id)?.(),
    close() {
      isClosed = true;
      for (const end of open.values()) end();
    },
  };
}
