import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { refundKeyCommands } from "../refund-key/commands.ts";
import type { RefundKey } from "../refund-key/refund-key.ts";
import { keyCommands } from "./commands.ts";
import type { KeysPorts } from "./steps.ts";
import { vaultCommands } from "./vault-commands.ts";

export interface KeysContext extends OperatorContext, Pick<KeysPorts, "credentials" | "service" | "timeouts"> {
  refundKey: RefundKey;
  store: PaymentStore;
  serviceNow: KeysPorts["serviceNow"];
}

type KeysCommands = Pick<
  CommandHandlers,
  Extract<keyof CommandHandlers, `keys.${string}` | `refundKey.${string}` | `vault.${string}`>
>;

export function keysModule(context: KeysContext): { commands: KeysCommands; close(): void } {
  const { events, refundKey, settings, signals, staff, store } = context;
  const onChange = () => {
    events.publish({ type: "keys.changed" });
    // Every screen shows whether the till uses the previous key.
    signals.emit("terminal.outdated");
  };
  const keys = keyCommands({
    ...context,
    demo: settings.demo,
    actor: staff.actor,
    onChange,
    onExchange: () => signals.emit("queue.sendRequested"),
  });
  const refunds = refundKeyCommands({
    ...context,
    refundUnderWay: () => store.operations.unsettled().some((operation) => refundKey.signerOf(operation) !== "own"),
    onChange,
  });
  return {
    commands: { ...keys.commands, ...refunds, ...vaultCommands({ ...context, actor: staff.actor }) },
    close: keys.close,
  };
}
