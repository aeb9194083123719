import type { ActionPorts, Caller } from "../../store/ports.ts";

export function refundRequestActions({ store, client }: ActionPorts, caller: Caller) {
  const readRefundRequests = async () => {
    const result = await client.call("register.refunds", {});
    if (result.ok) store.setState({ refundRequests: result.value.items });
  };
  return {
    readRefundRequests,
    async declineRefund(refundId: string) {
      const result = await caller.callExclusive(`decline ${refundId}`, "register.declineRefund", { refundId });
      if (result === null) return;
      if (!result.ok) store.setState({ failure: result.error });
      await readRefundRequests();
    },
  };
}
