/** Webhooks: the owner's commands, and one sender per webhook. */
import type { CommandInput, CommandValues } from "../../../contract/bridge/commands.ts";
import type { TillEvent } from "../../../contract/bridge/events.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { WebhooksHealth } from "../../../contract/diagnostics/diagnostics.ts";
import type { RegistersSettings } from "../../../contract/integration/registers-settings.ts";
import { MAX_WEBHOOKS, type WebhookView } from "../../../contract/integration/webhooks.ts";
import type { EventOf } from "../../../contract/journal/events.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { OperatorContext } from "../../people/context.ts";
import { correctionFor } from "../../service/api/skew.ts";
import { createTransport } from "../../service/api/transport.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { type WebhookRow, type WebhookRows, webhookRows } from "./rows.ts";
import { type WebhookSecrets, webhookSecrets } from "./secrets.ts";
import { type Sender, type SenderPorts, startSender } from "./sender.ts";

export interface WebhooksContext extends OperatorContext, Pick<SenderPorts, "kiosk" | "view"> {}

type CommandNames = "register.addWebhook" | "register.renewWebhook" | "register.removeWebhook" | "register.testWebhook";

export type Webhooks = ReturnType<typeof webhooksModule>;

interface Parts {
  rows: WebhookRows;
  secrets: WebhookSecrets;
  /** Writes to the journal as the current user */
  note(event: EventOf<"webhook">, row: Pick<WebhookRow, "url" | "register">, posTid?: string): void;
}

/** @param provisioned webhooks of the provisioning file */
export function webhooksModule(context: WebhooksContext, provisioned: NonNullable<RegistersSettings["webhooks"]>) {
  const { api, clock, database, events, journal, settings, staff, vault } = context;
  const rows = webhookRows(database);
  const secrets = webhookSecrets(vault);
  const note: Parts["note"] = (event, { url, register }, posTid) => {
    // The payment column stays empty: otherwise this entry would itself trigger a message about the payment.
    const data = { address: new URL(url).host, register, ...(posTid !== undefined && { payment: posTid }) };
    transact(database, () => journal.append({ event, actor: staff.actor(), data }, clock.now()));
  };
  importProvisioned(context, { rows, secrets, note }, provisioned);
  const transport = createTransport({ ca: settings.service.ca ?? null });
  const signedAt = () => clock.now() + correctionFor(api.clockSkewMs());
  const ports = { ...context, rows, secrets, transport, signedAt, note };
  const senders = new Map<string, Sender>(rows.all().map(({ id }) => [id, startSender(ports, id)]));
  const stopListening = events.subscribe(({ event }) => {
    if (RELEVANT_EVENTS.has(event.type)) for (const sender of senders.values()) sender.wake();
  });
  const remove = (row: WebhookRow) => {
    transact(database, () => {
      rows.remove(row.id);
      note("webhook.removed", row);
    });
    secrets.forget(row.id);
    void senders.get(row.id)?.close();
    senders.delete(row.id);
  };
  return {
    commands: commandsOf(context, { rows, secrets, note, senders, remove, start: (id) => startSender(ports, id) }),
    list: (): WebhookView[] => rows.all().map((row) => viewOf(rows, row)),
    health: (): WebhooksHealth => healthOf(rows),
    /** Ends the webhooks of a revoked register */
    forgetRegister(name: string) {
      for (const row of rows.all()) if (row.register === name) remove(row);
    },
    async close() {
      stopListening();
      const ending = [...senders.values()].map((sender) => sender.close());
      await transport.close();
      await Promise.all(ending);
    },
  };
}

const RELEVANT_EVENTS: ReadonlySet<TillEvent["type"]> = new Set([
  "payment.changed",
  "registers.changed",
  "slots.changed",
]);

interface CommandParts extends Parts {
  senders: Map<string, Sender>;
  start(id: string): Sender;
  remove(row: WebhookRow): void;
}

function commandsOf(
  { clock, database }: WebhooksContext,
  { rows, secrets, note, senders, start, remove }: CommandParts,
): { [N in CommandNames]: (input: CommandInput<N>) => Result<CommandValues[N]> | Promise<Result<CommandValues[N]>> } {
  const view = (id: string) => viewOf(rows, rows.find(id) as WebhookRow);
  const webhookGone = () => failed("illegal_state", { because: reasonFor("register_webhook_gone") });
  return {
    "register.addWebhook"({ url, register }) {
      const others = rows.all();
      if (others.some((other) => other.url === url)) return failed("invalid_input", { fields: [ADDRESS_TAKEN] });
      if (others.length >= MAX_WEBHOOKS)
        return failed("illegal_state", { because: reasonFor("register_webhooks_full") });
      const id = randomIdentifier(12);
      const secret = secrets.keep(id);
      transact(database, () => {
        note("webhook.added", { url, register });
        rows.insert({ id, url, register }, clock.now());
      });
      senders.set(id, start(id));
      return done({ webhook: view(id), secret });
    },
    "register.renewWebhook"({ id }) {
      const row = rows.find(id);
      if (row === null) return webhookGone();
      const secret = secrets.keep(id);
      note("webhook.renewed", row);
      return done({ webhook: view(id), secret });
    },
    "register.removeWebhook"({ id }) {
      const row = rows.find(id);
      if (row === null) return webhookGone();
      const was = view(id);
      remove(row);
      return done(was);
    },
    async "register.testWebhook"({ id }) {
      const delivered = await senders.get(id)?.test();
      return delivered === undefined
        ? webhookGone()
        : done({ taken: delivered.is === "accepted", detail: delivered.detail });
    },
  };
}

const ADDRESS_TAKEN = invalidField("url", reasonFor("field_webhook_once"));

/** Consecutive failures that count as an outage; a restart of the receiver causes fewer. */
const FAILING = 3;

function isFailing(rows: WebhookRows, { id, failures }: WebhookRow): boolean {
  return failures >= FAILING || rows.lateMessages(id).some(({ attempts }) => attempts >= FAILING);
}

function viewOf(rows: WebhookRows, row: WebhookRow): WebhookView {
  const { id, url, register, lastOkAt, lastError } = row;
  const state = row.endedAt !== null ? "ended" : isFailing(rows, row) ? "failing" : "current";
  return { id, url, register, state, behind: rows.countUnsent(row), lastAt: isoOrNull(lastOkAt), detail: lastError };
}

function healthOf(rows: WebhookRows): WebhooksHealth {
  const views = rows.all().map((row) => viewOf(rows, row));
  const worst = views.find(({ state }) => state === "ended") ?? views.find(({ state }) => state === "failing");
  const state = worst?.state ?? (views.length === 0 ? "off" : "current");
  const lasts = views.flatMap(({ lastAt }) => lastAt ?? []).sort();
  return {
    state,
    number: views.length,
    behind: views.reduce((sum, { behind }) => sum + behind, 0),
    lastAt: lasts.at(-1) ?? null,
    address: worst === undefined ? null : new URL(worst.url).host,
    detail: worst?.detail ?? null,
  };
}

/** The last provisioned webhooks. They are imported at first, and again when the file changes. */
const PROVISIONED = "webhooksProvisioned";

function importProvisioned(
  { clock, database }: WebhooksContext,
  { rows, secrets, note }: Parts,
  webhooks: NonNullable<RegistersSettings["webhooks"]>,
): void {
  const settings = settingStore(database);
  const provisionedJson = JSON.stringify(webhooks);
  if (settings.get(PROVISIONED) === provisionedJson || (webhooks.length === 0 && settings.get(PROVISIONED) === null))
    return;
  transact(database, () => {
    for (const { url, register } of webhooks) {
      const existing = rows.all().find((other) => other.url === url);
      const id = existing?.id ?? randomIdentifier(12);
      secrets.keep(id, secrets.provisioned(url) ?? secrets.of(id) ?? undefined);
      if (existing === undefined) rows.insert({ id, url, register }, clock.now());
      else rows.change(id, { register });
      note("webhook.provisioned", { url, register });
    }
    settings.set(PROVISIONED, provisionedJson);
  });
}
