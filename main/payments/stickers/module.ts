/** The stickers: their rows, shortlinks at the service, scan polling and commands. */
import { done } from "../../../contract/calls/errors.ts";
import type { ScanFirst } from "../../../contract/payments/stickers.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { Intake } from "../outcomes/intake.ts";
import { maxScanAgeSeconds, scanReader } from "../scans/fresh-scan.ts";
import type { ScanHandler, StickerScan } from "../scans/handle-scan.ts";
import type { ReadyCustomer } from "../scans/ready-customer.ts";
import { stickerCommands } from "./commands.ts";
import { startStickerPoller } from "./poller.ts";
import { isInUse, stickerRows } from "./rows.ts";
import { stickerTests } from "./tests.ts";
import { startUpkeep } from "./upkeep.ts";

export type Stickers = ReturnType<typeof openStickers>;

export function openStickers({ api, clock, database, events, signals }: OperatorContext) {
  const rows = stickerRows(database, api.endpoints.api("/").href);
  const tests = stickerTests(clock);
  const onChange = () => {
    events.publish({ type: "stickers.changed" });
    signals.emit("terminal.outdated");
  };
  return {
    rows,
    tests,
    onChange,
    inUse: () => rows.all().filter(isInUse).length,
    stickerOf(id: string): StickerScan["sticker"] {
      const row = rows.find(id);
      return row && { id, name: row.name, isTested: tests.isRunning(id), isInUse: isInUse(row) };
    },
    recordScan: (id: string, now: number) => rows.change(id, { lastScanAt: now }),
    completeTest: tests.complete,
  };
}

export interface StickersContext extends OperatorContext {
  stickers: Stickers;
  ready: ReadyCustomer;
  scanHandler: ScanHandler;
  intake: Pick<Intake, "scan">;
}

export type RunningStickers = ReturnType<typeof startStickers>;

export function startStickers(context: StickersContext) {
  const { clock, connectivity, database, journal, reception, registration, ready, settings, signals, staff } = context;
  const { stickers, scanHandler } = context;
  const upkeep = startUpkeep({
    ...context,
    ...stickers,
    posName: settings.pos.name,
    callbackUri: reception.addressFor,
  });
  const poller = startStickerPoller({
    ...context,
    ...stickers,
    scanReader: (shortlinkId) => scanReader(context.api, shortlinkId),
    settings: settings.polling,
    canPoll: () => registration.shortlinkId() !== null,
    areCallbacksWorking: connectivity.callbacksWork,
    newestWaitingSince: scanHandler.newestWaitingSince,
    maxScanAgeSeconds: () => maxScanAgeSeconds(scanHandler.msSinceOtherSale()),
  });
  signals.on("service.online", upkeep.wake);
  signals.on("callbacks.listening", upkeep.recheckAll);
  signals.on("payment.changed", poller.wake);
  void registration.ready.then(poller.wake);
  forgetOnSignOut(context);
  const view = () => done(scanFirstOf(context));
  const commands = {
    ...stickerCommands({
      ...stickers,
      clock,
      database,
      journal,
      actor: staff.actor,
      wakeUpkeep: upkeep.wake,
      wakePoller: poller.wake,
    }),
    "scan.expect"() {
      poller.expect();
      return view();
    },
    "scan.forget"() {
      const isForgotten = ready.forget();
      if (isForgotten) journal.append({ event: "scan.forgotten", actor: staff.actor() }, clock.now());
      return view();
    },
  } satisfies Partial<CommandHandlers>;
  return {
    commands,
    pollSticker: poller.pollSticker,
    async close() {
      await Promise.all([upkeep.close(), poller.close(), ready.close()]);
    },
  };
}

export function scanFirstOf({ stickers, ready }: Pick<StickersContext, "stickers" | "ready">): ScanFirst {
  return { stickers: stickers.inUse(), ready: ready.view() };
}

/** Forgets the waiting customer when the user signs out. */
function forgetOnSignOut({ ready, signals, staff }: StickersContext): void {
  let wasSignedIn = staff.current() !== null;
  signals.on("terminal.outdated", () => {
    const isSignedIn = staff.current() !== null;
    const isLocked = wasSignedIn && !isSignedIn;
    wasSignedIn = isSignedIn;
    if (isLocked) ready.forget();
  });
}
