/** Registers and other programs: keys, API, waiting sales and refund requests. */
import type { ScreenHolder } from "../../../contract/integration/registers.ts";
import { NO_REGISTERS } from "../../../contract/integration/registers-settings.ts";
import { startLoop } from "../../lib/loop.ts";
import { codeLifetimeMs } from "../../payments/code-expiry.ts";
import type { Payments } from "../../payments/module.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ScreenMessages } from "../../peripherals/customer-display/messages.ts";
import type { ProgramPrints } from "../../peripherals/receipts/program-prints.ts";
import { type WebhooksContext, webhooksModule } from "../webhooks/module.ts";
import { type ChangePorts, registerChanges, registerView } from "./changes.ts";
import { registerClients } from "./clients.ts";
import { followFolder } from "./folder.ts";
import { registersListening } from "./listening.ts";
import { registerReads } from "./reads.ts";
import { type RefundRequests, refundRequests } from "./refund-requests.ts";

export interface RegistersContext extends OperatorContext {
  payments: Payments;
  /** Returns why a payment cannot start now, or null */
  startRefusal: ChangePorts["startRefusal"];
  prints: ProgramPrints;
  kiosk: WebhooksContext["kiosk"];
  /** The counter's screen: its user, the payments that wait for it, and messages of registers */
  display: { holder(): ScreenHolder | null; waiting(): readonly string[]; messages: ScreenMessages };
}

export type Registers = ReturnType<typeof registersModule>;

export function registersModule(context: RegistersContext) {
  const { payments, display, settings } = context;
  const { registers = { ...NO_REGISTERS, tlsCertificate: null } } = settings;
  const requests = refundRequests(context, payments.store);
  const ports = { ...context, ...display, requests, currency: settings.currency };
  const turns = extendWaitingCodes(context);
  const view = (posTid: string) => registerView({ requests }, payments.store.view(posTid));
  const webhooks = webhooksModule({ ...context, view }, registers.webhooks ?? []);
  const listening = registersListening(context, registers);
  const { url, certificate } = listening;
  const change = registerChanges(ports);
  const reads = registerReads(ports);
  // The file interface works without the HTTP server.
  const { folder = null } = registers;
  const files = folder === null ? null : followFolder({ ...context, folder, change, reads });
  const around = { url, certificate, webhooks, messages: display.messages };
  const clients = registerClients(context, registers.clients, around);
  return {
    /** Adds refund requests of registers to `payment.refund` */
    commands: {
      "payment.refund": refundUnlessDecided(requests, payments),
      ...requests.commands,
      ...clients.commands,
      ...webhooks.commands,
    },
    url,
    health: webhooks.health,
    /**
     * Starts listening, if configured.
     * @throws StartupError that names the address
     */
    listen: () => listening.listen({ ...context, clients, change, reads, openDrawer: context.prints.openDrawer }),
    async close() {
      await Promise.all([listening.close(), turns.close(), webhooks.close(), files?.close()]);
    },
  };
}

/** Executes a register's refund request with the requested content, unless it was declined. */
function refundUnlessDecided(requests: RefundRequests, { actions }: Payments): Payments["commands"]["payment.refund"] {
  return (input) => requests.refusalOf(input) ?? actions.refund(input);
}

/** Checks per lifetime of a code; a code in its last third is extended. */
const CHECKS_PER_LIFETIME = 6;

/** Extends codes of payments that wait for the screen: a code's lifetime starts when the customer can see it. */
function extendWaitingCodes({ clock, display, log, payments, settings, signals }: RegistersContext): {
  close(): Promise<void>;
} {
  const lives = codeLifetimeMs(settings);
  const pause = lives / CHECKS_PER_LIFETIME;
  const shownFor = (posTid: string) => {
    const { codeUntil } = payments.store.view(posTid);
    return codeUntil === null ? lives : Math.max(0, clock.now() + lives - Date.parse(codeUntil));
  };
  /** Start of each code's lifetime (monotonic) */
  let startedAt = new Map<string, number>();
  let isResting = true;
  const loop = startLoop({ clock, log }, () => {
    const now = clock.monotonic();
    const waiting = display.waiting();
    isResting = waiting.length === 0;
    const before = startedAt;
    startedAt = new Map(waiting.map((posTid) => [posTid, before.get(posTid) ?? now - shownFor(posTid)]));
    for (const [posTid, since] of startedAt) {
      // An extension writes to disk and notifies every window, so skip codes with enough time left.
      if (now - since < pause * (CHECKS_PER_LIFETIME - 2)) continue;
      payments.unattended.extend({ posTid });
      startedAt.set(posTid, now);
    }
    return isResting ? null : pause;
  });
  // A new code cannot expire before the next check.
  signals.on("payment.started", () => isResting && loop.wake());
  return loop;
}
