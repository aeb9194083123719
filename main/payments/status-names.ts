import type { Payment } from "../../contract/payments/views.ts";
import { STATUS_CODES } from "../../contract/wire/wire.ts";
import type { ApiClient } from "../service/api/client.ts";
import { getStatusCode } from "../service/api/status-code.ts";
import type { PaymentStore } from "./store.ts";

const MAX_NAME_CHARS = 60;

/** Looks up the names of unknown status codes (G10), once per code and run. */
export function createStatusNames({ api, store }: { api: ApiClient; store: PaymentStore }): {
  resolveName(payment: Payment): void;
} {
  const lookups = new Map<number, Promise<string | null>>();
  const nameOf = async (code: number): Promise<string | null> => {
    const answer = await getStatusCode(api, code);
    if (!answer.ok && answer.error.kind === "try_again") lookups.delete(code);
    return answer.ok ? answer.value.name.slice(0, MAX_NAME_CHARS) : null;
  };
  return {
    resolveName({ posTid, statusCode, statusName }) {
      if (statusCode === null || statusName !== null || statusCode in STATUS_CODES) return;
      const lookup = lookups.get(statusCode) ?? nameOf(statusCode);
      lookups.set(statusCode, lookup);
      void lookup.then((name) => {
        if (name === null || store.rows.find(posTid)?.statusName === name) return;
        store.commit(posTid, (now) => store.rows.change(posTid, { statusName: name }, now));
      });
    },
  };
}
