/** The permission store, and the interface to customers' data that payments use. */

import { done, notAllowed } from "../../contract/calls/errors.ts";
import { customerLanguageOf } from "../../contract/values/customer-language.ts";
import { codeLifetimeMs } from "../payments/code-expiry.ts";
import type { Permissions } from "../payments/permissions.ts";
import { bodiesAtRest } from "../payments/queue/bodies-at-rest.ts";
import { operations } from "../payments/queue/operations.ts";
import type { OperatorContext } from "../people/context.ts";
import { tillPrefix } from "../storage/database/identifiers.ts";
import { applyAnswer, followPayment } from "./apply-answer.ts";
import { tokenOf } from "./commands.ts";
import { receiptMails } from "./mails.ts";
import { openPresets, type Presets } from "./presets.ts";
import { sealedRecords } from "./records.ts";
import { permissionScanned, questionOf, type RequestPorts } from "./request.ts";
import { permissionRows } from "./rows.ts";
import { permissionRequests } from "./sending.ts";
import { createPermissionStore, type FeeBookings, type PermissionStore } from "./store.ts";

export interface OpenPermissions {
  store: PermissionStore;
  presets: Presets;
  requestPorts: RequestPorts;
  forPayments: Permissions;
}

export function openPermissions(
  context: OperatorContext & { isLocked(): boolean; bookings: FeeBookings },
): OpenPermissions {
  const { clock, database, events, journal, settings, signals, vault } = context;
  const presets = openPresets(context);
  const store = createPermissionStore({
    clock,
    database,
    journal,
    bookings: context.bookings,
    currency: settings.currency,
    rows: permissionRows(database),
    operations: operations(database, bodiesAtRest(vault)),
    records: sealedRecords(vault),
    mails: receiptMails(database, vault),
    onChange(permission) {
      // An identity check of staff is no customer data, and windows do not list it.
      if (store.find(permission.posTid)?.nonce === null) events.publish({ type: "permission.changed", permission });
      signals.emit("permission.changed", permission);
    },
  });
  const requestPorts = portsOf(context, store, presets);
  const requestPoll = (posTid: string) => signals.emit("permission.pollRequested", posTid);
  const answerPorts = { store, posId: settings.pos.id, onGrant: () => signals.emit("permission.granted") };
  return {
    store,
    presets,
    requestPorts,
    forPayments: {
      requests: permissionRequests(store, requestPoll),
      ...withPayments(store, presets, answerPorts),
      view: (posTid) => (store.find(posTid) === null ? null : store.view(posTid)),
      // A customer at a kiosk must not charge another.
      tokenOf: (posTid) => (context.isLocked() ? notAllowed("cashier") : tokenOf(store, clock, posTid)),
      handleScan: (posTid, scanToken) => permissionScanned(requestPorts, posTid, scanToken),
      newestCodeShownAt() {
        const unscanned = store.rows.inPhase("draft").filter(({ combined }) => !combined);
        return unscanned.length === 0 ? null : Math.max(...unscanned.map(({ createdAt }) => createdAt));
      },
      handleCallback(message, verdict) {
        const byRid = message.rid === null ? null : store.rows.findByRid(message.rid);
        const row = byRid ?? (message.posTid === null ? null : store.find(message.posTid));
        // A combined request is reported by its payment's callback.
        if (row === null || row.combined) return;
        const { outcome } = message;
        if (verdict !== "applied" || outcome === null) return requestPoll(row.posTid);
        const { ask } = store.commit(row.posTid, (now) => applyAnswer(answerPorts, row, outcome, "callback", now));
        if (ask) requestPoll(row.posTid);
      },
    },
  };
}

function withPayments(
  store: PermissionStore,
  presets: Presets,
  answerPorts: Parameters<typeof applyAnswer>[0],
): Pick<Permissions, "requestedData" | "createRequest" | "applyPermissionOutcome" | "follow" | "isWanted"> {
  return {
    requestedData({ scope, scopeText, preset, language }) {
      if (scope === undefined && preset === undefined) return done(null);
      const question = questionOf(presets, { scope, text: scopeText, preset }, language);
      return question.ok ? done({ scope: question.value.scope, text: question.value.text }) : question;
    },
    createRequest({ posTid, preset, scope, text }, actor, now) {
      const { purpose = "", keepDays = 0 } = (preset === null ? null : presets.find(preset)) ?? {};
      const newPermission = { posTid, combined: true, scope, preset, purpose, text, keepDays, customer: null };
      store.insert(
        {
          ...newPermission,
          qrText: null,
          codeUntil: null,
          phase: "draft",
          nonce: null,
          termsUrl: null,
          askedBy: actor,
        },
        now,
      );
      const data = { scope: scope.join(" "), preset, purpose, keepDays, code: null };
      store.journal.append({ event: "permission.requested", posTid, actor, data }, now);
    },
    applyPermissionOutcome(posTid, outcome, now) {
      const row = outcome === null ? null : store.find(posTid);
      if (row?.combined && outcome !== null) applyAnswer(answerPorts, row, outcome, "payment", now);
    },
    follow(posTid, phase, now) {
      const row = store.find(posTid);
      if (row?.combined) followPayment(store, row, phase, now);
    },
    isWanted(posTid) {
      const row = store.find(posTid);
      return row?.combined === true && row.answeredAt === null;
    },
  };
}

function portsOf(context: OperatorContext, store: PermissionStore, presets: Presets): RequestPorts {
  const { clock, connectivity, database, reception, registration, settings, signals, staff } = context;
  return {
    store,
    database,
    clock,
    presets,
    posId: settings.pos.id,
    prefix: tillPrefix(database),
    shopLanguage: customerLanguageOf(settings.locale),
    expiresInSeconds: settings.expiry.counterSeconds,
    codeLivesMs: codeLifetimeMs(settings),
    callbackUri: () => reception.receiver()?.callbackUri ?? null,
    walkIn: registration.walkIn,
    isOffline: () => connectivity.state().link === "offline",
    actor: staff.actor,
    tokenOf: (posTid) => tokenOf(store, clock, posTid),
    wake: () => signals.emit("queue.sendRequested"),
    onCode: () => signals.emit("code.shown"),
  };
}
