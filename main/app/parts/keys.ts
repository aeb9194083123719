/** The owner's commands about the till's keys and how they are kept. */
import type { CommandName } from "../../../contract/commands.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import { keysService } from "../../configuration/keys/service.ts";
import { vaultCommands } from "../../configuration/keys/vault-commands.ts";
import { refundKeyCommands } from "../../configuration/refund-key/commands.ts";
import type { Ledger } from "../../payments/store.ts";
import type { StaffService } from "../../people/service.ts";
import type { Base } from "./base.ts";
import { address } from "./terms.ts";

export interface KeysCommands {
  handlers: Pick<CommandHandlers, Extract<CommandName, `keys.${string}` | `refundKey.${string}` | `vault.${string}`>>;
  close(): void;
}

/** Starts what looks after the keys. @param hurry asks at once for what was refused with the previous credentials */
export function startKeys(
  base: Base,
  {
    events,
    staff,
    ledger,
    hurry,
    announce,
  }: {
    events: EventStream;
    staff: StaffService;
    ledger: Ledger;
    hurry(): void;
    /** Every screen shows whether the till lives on its previous key */
    announce(): void;
  },
): KeysCommands {
  const { database, vault, settings } = base;
  const { actor } = staff;
  const onChange = () => {
    events.publish({ type: "keys.changed" });
    announce();
  };
  const service = address(base);
  const { correctedNow } = base.api;
  const keys = keysService({ ...base, service, correctedNow, demo: settings.demo, actor, onChange, onExchange: hurry });
  const kept = vaultCommands({ ...base, vault, database, actor });
  const refundUnderWay = () =>
    ledger.operations.unsettled().some((operation) => base.refundKey.signerOf(operation) !== "own");
  const refunds = refundKeyCommands({ ...base, staff, refundUnderWay, onChange });
  return {
    handlers: {
      "keys.get": keys.get,
      "keys.prepare": keys.prepare,
      "keys.test": keys.test,
      "keys.activate": keys.activate,
      "keys.discard": keys.discard,
      "keys.retire": keys.retire,
      "refundKey.get": refunds.get,
      "refundKey.make": refunds.make,
      "refundKey.import": refunds.import,
      "refundKey.enrol": refunds.enrol,
      "refundKey.remove": refunds.remove,
      "vault.get": kept.get,
      "vault.acceptWeak": kept.acceptWeak,
    },
    close: keys.close,
  };
}
