import type { TillClient } from "../../../contract/bridge/events.ts";
import { releaseAll } from "../../kit/release-all.ts";
import type { TillStore } from "../../store/store.ts";
import { printSoon } from "../receipts/binding.ts";
import type { stickerActions } from "./actions.ts";

export function followStickers(
  store: TillStore,
  client: TillClient,
  actions: ReturnType<typeof stickerActions>,
): () => void {
  const onPrinted = () => actions.stickersPrinted();
  const isShown = () => {
    const { route, settings } = store.getState();
    return route === "settings" && settings.section === "stickers";
  };
  const releases = [
    client.on((event) => {
      if (event.type === "stickers.changed" && isShown()) void actions.readStickers();
    }),
    store.subscribe(({ stickers }, before) => {
      if (stickers.page !== null && stickers.page.number !== before.stickers.page?.number) printSoon();
    }),
    () => window.removeEventListener("afterprint", onPrinted),
  ];
  window.addEventListener("afterprint", onPrinted);
  return releaseAll(releases);
}
