import type { TillClient } from "../../contract/bridge/events.ts";
import type { TillStore } from "../store/store.ts";
import type { customerDataActions } from "./actions.ts";

export function followCustomerData(
  store: TillStore,
  client: TillClient,
  actions: ReturnType<typeof customerDataActions>,
): () => void {
  const isShown = () => store.getState().route === "customers";
  return client.on(
    (event) => {
      if (event.type !== "permission.changed") return;
      const { permission } = event;
      actions.keepPermissions([permission]);
      const { ids, read } = store.getState().customerData;
      if (!read || ids.includes(permission.posTid)) return;
      store.setState(({ customerData }) => ({ customerData: { ...customerData, ids: [permission.posTid, ...ids] } }));
    },
    () => {
      if (isShown()) void actions.readPermissions();
      const { shown } = store.getState().customerData;
      if (isShown() && shown.kind === "one") void actions.readPermission(shown.posTid);
    },
  );
}
