import type { CommandInput, CommandName } from "../../../contract/bridge/commands.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";

type StickerCommand = Exclude<Extract<CommandName, `sticker.${string}`>, "sticker.list">;

export function stickerActions({ store, client }: ActionPorts, caller: Caller) {
  const change = changer(store, "stickers");
  const readStickers = async () => {
    const listed = await client.call("sticker.list", {});
    if (listed.ok) change({ items: listed.value.items });
  };
  /** @returns true when done; otherwise the problem is in the state */
  const ask = async <N extends StickerCommand>(name: N, input: CommandInput<N>): Promise<boolean> => {
    change({ problem: null });
    const result = await caller.callExclusive("stickers", name, input);
    if (result?.ok === false) change({ problem: result.error });
    if (result?.ok) await readStickers();
    return result?.ok === true;
  };
  return {
    readStickers,
    createSticker: (name: string) => ask("sticker.create", { name }),
    renameSticker: (id: string, name: string) => ask("sticker.rename", { id, name }),
    testSticker: (id: string) => ask("sticker.test", { id }),
    retireSticker: (id: string) => ask("sticker.retire", { id }),
    /** Drops a customer who scanned before the sale. */
    async forgetScan() {
      const result = await client.call("scan.forget", {});
      if (!result.ok) store.setState({ failure: result.error });
    },
    forgetStickerProblem: () => change({ problem: null }),
    /**
     * Prints stickers from this window.
     * @param perPage one large, or six to cut out
     */
    printStickers(ids: readonly string[], perPage: 1 | 6) {
      const { page } = store.getState().stickers;
      change({ page: { ids, perPage, number: (page?.number ?? 0) + 1 } });
    },
    /** The window has printed them, or printing was cancelled. */
    stickersPrinted: () => change({ page: null }),
  };
}
