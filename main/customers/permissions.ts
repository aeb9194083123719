/** Customers' data as payments know it: one store, and what the queue, scans, messages and outcomes need of it. */
import { languageOf } from "../../contract/customer-language.ts";
import { done, notAllowed } from "../../contract/errors.ts";
import { codeLivesMs } from "../payments/code-expiry.ts";
import type { Permissions } from "../payments/permissions.ts";
import { bodiesAtRest } from "../payments/queue/bodies-at-rest.ts";
import { operations } from "../payments/queue/operations.ts";
import type { OperatorContext } from "../people/context.ts";
import { tillPrefix } from "../storage/database/identifiers.ts";
import { tokenOf } from "./commands.ts";
import { receiptMails } from "./mails.ts";
import { openPresets, type Presets } from "./presets.ts";
import { sealedRecords } from "./records.ts";
import { permissionScanned, questionOf, type RequestPorts } from "./request.ts";
import { permissionRows } from "./rows.ts";
import { permissionRequests } from "./sending.ts";
import { createPermissionStore, type FeeBookings, type PermissionStore } from "./store.ts";
import { followPayment, takeInAnswer } from "./take-in.ts";

export interface PermissionsContext extends OperatorContext {
  /** Whether the till is for staff alone now, and there is no signed-in user */
  isLocked(): boolean;
  bookings: FeeBookings;
}

/** What is opened before payments are, and what the loops and commands above them go on with. */
export interface OpenPermissions {
  store: PermissionStore;
  presets: Presets;
  requestPorts: RequestPorts;
  forPayments: Permissions;
}

/** Opens the store of permissions. Nothing goes on by itself yet. */
export function openPermissions(context: PermissionsContext): OpenPermissions {
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
      // What a person who works here was asked is no customer's data, and in no window's list of that.
      if (store.find(permission.posTid)?.nonce === null) events.publish({ type: "permission.changed", permission });
      signals.emit("permission.changed", permission);
    },
  });
  const requestPorts = portsOf(context, store, presets);
  const wanted = (posTid: string) => signals.emit("permission.wanted", posTid);
  const taking = { store, posId: settings.pos.id, onGrant: () => signals.emit("permission.granted") };
  return {
    store,
    presets,
    requestPorts,
    forPayments: {
      requests: permissionRequests(store, wanted),
      ...withPayments(store, presets, taking),
      view: (posTid) => (store.find(posTid) === null ? null : store.view(posTid)),
      // Whoever stands at a kiosk charges nobody else.
      tokenOf: (posTid) => (context.isLocked() ? notAllowed("cashier") : tokenOf(store, clock, posTid)),
      scanned: (posTid, scanToken) => permissionScanned(requestPorts, posTid, scanToken),
      newestCodeShownAt() {
        const shown = store.rows.inPhase("draft").filter(({ combined }) => !combined);
        return shown.length === 0 ? null : Math.max(...shown.map(({ createdAt }) => createdAt));
      },
      callback(message, verdict) {
        const named = message.rid === null ? null : store.rows.findByRid(message.rid);
        const row = named ?? (message.posTid === null ? null : store.find(message.posTid));
        // One that a payment asked for is the payment's to tell.
        if (row === null || row.combined) return;
        const { outcome } = message;
        if (verdict !== "applied" || outcome === null) return wanted(row.posTid);
        const { ask } = store.commit(row.posTid, (now) => takeInAnswer(taking, row, outcome, "callback", now));
        if (ask) wanted(row.posTid);
      },
    },
  };
}

/** What a payment that asks for data has of it. */
function withPayments(
  store: PermissionStore,
  presets: Presets,
  taking: Parameters<typeof takeInAnswer>[0],
): Pick<Permissions, "asked" | "begin" | "takeIn" | "follow" | "isWanted"> {
  return {
    asked({ scope, scopeText, preset, language }) {
      if (scope === undefined && preset === undefined) return done(null);
      const question = questionOf(presets, { scope, text: scopeText, preset }, language);
      return question.ok ? done({ scope: question.value.scope, text: question.value.text }) : question;
    },
    begin({ posTid, preset, scope, text }, actor, now) {
      const { purpose = "", keepDays = 0 } = (preset === null ? null : presets.find(preset)) ?? {};
      const asked = { posTid, combined: true, scope, preset, purpose, text, keepDays, customer: null };
      store.insert(
        { ...asked, qrText: null, codeUntil: null, phase: "draft", nonce: null, termsUrl: null, askedBy: actor },
        now,
      );
      const data = { scope: scope.join(" "), preset, purpose, keepDays, code: null };
      store.journal.append({ event: "permission.requested", posTid, actor, data }, now);
    },
    takeIn(posTid, outcome, now) {
      const row = outcome === null ? null : store.find(posTid);
      if (row?.combined && outcome !== null) takeInAnswer(taking, row, outcome, "payment", now);
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
    shopLanguage: languageOf(settings.locale),
    expiresInSeconds: settings.expiry.counterSeconds,
    codeLivesMs: codeLivesMs(settings),
    callbackUri: () => reception.receiver()?.callbackUri ?? null,
    walkIn: registration.walkIn,
    isOffline: () => connectivity.state().link === "offline",
    actor: staff.actor,
    tokenOf: (posTid) => tokenOf(store, clock, posTid),
    wake: () => signals.emit("queue.hurry"),
    onCode: () => signals.emit("code.shown"),
  };
}
