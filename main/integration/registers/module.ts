/** Registers and other programs: who has a key, the address that they ask, and what of theirs waits for its turn or a person. */
import type { ScreenHolder } from "../../../contract/registers.ts";
import { NO_REGISTERS } from "../../../contract/registers-settings.ts";
import { startLoop } from "../../lib/loop.ts";
import { codeLivesMs } from "../../payments/code-expiry.ts";
import type { Payments } from "../../payments/module.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ScreenMessages } from "../../peripherals/customer-display/messages.ts";
import type { ProgramPrints } from "../../peripherals/receipts/program-prints.ts";
import { type Webhooks, type WebhooksContext, webhooksModule } from "../webhooks/module.ts";
import { type ChangePorts, registerChanges, registerView } from "./changes.ts";
import { type RegisterClients, registerClients } from "./clients.ts";
import { followFolder } from "./folder.ts";
import { registersListening } from "./listening.ts";
import { registerReads } from "./reads.ts";
import { type RefundRequests, refundRequests } from "./refund-requests.ts";

export interface RegistersContext extends OperatorContext {
  payments: Payments;
  /** Why a payment may not begin at this till now; null: it may */
  whyNot: ChangePorts["whyNot"];
  prints: ProgramPrints;
  kiosk: WebhooksContext["kiosk"];
  /** The counter's screen: who has it, which payments wait for it, and what registers show their customers */
  display: { holder(): ScreenHolder | null; waiting(): readonly string[]; messages: ScreenMessages };
}

export interface Registers {
  /** `payment.refund` is payments' own, but for refunds that a register asked for */
  commands: Pick<Payments["commands"], "payment.refund"> &
    RefundRequests["commands"] &
    RegisterClients["commands"] &
    Webhooks["commands"];
  /** Starts to listen, where the till is set up to. @throws StartupError that names the address */
  listen(): Promise<void>;
  /** Where registers reach the till; null: nowhere */
  url(): string | null;
  /** How far its webhooks are */
  health: Webhooks["health"];
  close(): Promise<void>;
}

/** Makes the module; nothing listens yet. */
export function registersModule(context: RegistersContext): Registers {
  const { payments, display, settings } = context;
  const { registers = { ...NO_REGISTERS, tlsCertificate: null } } = settings;
  const requests = refundRequests(context, payments.store);
  const ports = { ...context, ...display, requests, currency: settings.currency };
  const turns = keepCodes(context);
  const view = (posTid: string) => registerView({ requests }, payments.store.view(posTid));
  const webhooks = webhooksModule({ ...context, view }, registers.webhooks ?? []);
  const listening = registersListening(context, registers);
  const { url, certificate } = listening;
  const change = registerChanges(ports);
  const reads = registerReads(ports);
  // Registers that write files need nothing that listens.
  const { folder = null } = registers;
  const files = folder === null ? null : followFolder({ ...context, folder, change, reads });
  const around = { url, certificate, webhooks, messages: display.messages };
  const clients = registerClients(context, registers.clients, around);
  return {
    commands: {
      "payment.refund": refundUnlessDecided(requests, payments),
      ...requests.commands,
      ...clients.commands,
      ...webhooks.commands,
    },
    url,
    health: webhooks.health,
    listen: () => listening.listen({ ...context, clients, change, reads, openDrawer: context.prints.openDrawer }),
    async close() {
      await Promise.all([listening.close(), turns.close(), webhooks.close(), files?.close()]);
    },
  };
}

/** A refund that a register asked for is made as it was asked for, and not once it was declined. */
function refundUnlessDecided(requests: RefundRequests, { service }: Payments): Registers["commands"]["payment.refund"] {
  return (input) => requests.refusalOf(input) ?? service.refund(input);
}

/** So often within its time it is looked whether a code that waits for the screen is in the last third of it. */
const LOOKS = 6;

/** The time of a code begins when customers see it: until then it does not run out. */
function keepCodes({ clock, display, log, payments, settings, signals }: RegistersContext): { close(): Promise<void> } {
  const lives = codeLivesMs(settings);
  const pause = lives / LOOKS;
  const shownFor = (posTid: string) => {
    const { codeUntil } = payments.store.view(posTid);
    return codeUntil === null ? lives : Math.max(0, clock.now() + lives - Date.parse(codeUntil));
  };
  /** When the time of each began last, by the monotonic clock */
  let begun = new Map<string, number>();
  let isResting = true;
  const loop = startLoop({ clock, log }, () => {
    const now = clock.monotonic();
    const waiting = display.waiting();
    isResting = waiting.length === 0;
    const before = begun;
    begun = new Map(waiting.map((posTid) => [posTid, before.get(posTid) ?? now - shownFor(posTid)]));
    for (const [posTid, since] of begun) {
      // Each that begins anew is written down and told to every window: those that have time are left alone.
      if (now - since < pause * (LOOKS - 2)) continue;
      payments.unattended.extend({ posTid });
      begun.set(posTid, now);
    }
    return isResting ? null : pause;
  });
  // The next look comes in time for one that begins now.
  signals.on("payment.started", () => isResting && loop.wake());
  return loop;
}
