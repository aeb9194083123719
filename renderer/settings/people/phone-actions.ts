import type { Result } from "../../../contract/calls/errors.ts";
import type { AccountSignIn, PhoneCheck } from "../../../contract/people/staff-phones.ts";
import type { PhoneAsk } from "../../kit/context.ts";
import { withStaff } from "../../store/operator-change.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";

const OPEN: readonly PhoneCheck["state"][] = ["code", "asked", "confirm"];

export function phoneActions({ store, client }: ActionPorts, caller: Caller, readPeople: () => Promise<void>) {
  const begin = async (asked: Promise<Result<PhoneCheck> | null>) => {
    store.setState({ phoneCheck: null, managerProblem: null });
    const result = await asked;
    if (result?.ok) store.setState({ phoneCheck: result.value });
    else if (result) store.setState({ managerProblem: result.error });
  };
  return {
    /** Shows a code for an authorized phone. Errors are stored in the state. */
    askPhone: (ask: PhoneAsk) => begin(caller.callExclusive("phone", "staff.approveByPhone", ask)),
    linkPhone: (id: string) => begin(caller.callExclusive("phone", "staff.phone.link", { id })),
    linkInBrowser: (id: string) => begin(caller.callExclusive("phone", "staff.account.link", { id })),
    askAccount: () => begin(caller.callExclusive("phone", "staff.account.signIn", {})),
    /** Signs in by a code for the linked phone. */
    askPhoneToSignIn: () => begin(caller.callExclusive("phone", "staff.phone.signIn", {})),
    async signInProven(check: string): Promise<boolean> {
      const result = await caller.callExclusive("people", "staff.signIn", { check });
      if (result?.ok === false) store.setState({ managerProblem: result.error });
      if (!result?.ok) return false;
      store.setState((state) => withStaff(state, result.value));
      return true;
    },
    /** Enables or disables sign-in through the service; null: refused, and the problem is in the state. */
    async setAccounts(enabled: boolean): Promise<AccountSignIn | null> {
      store.setState({ managerProblem: null });
      const result = await caller.callExclusive("phone", "staff.account.set", { enabled });
      if (result?.ok === false) store.setState({ managerProblem: result.error });
      return result?.ok ? result.value : null;
    },
    /**
     * Confirms the link to a phone.
     * @param number shown on the phone; omitted for a browser sign-in
     */
    async confirmPhone(number: string | undefined, pin: string): Promise<void> {
      const check = store.getState().phoneCheck;
      if (check === null) return;
      store.setState({ managerProblem: null });
      const result = await caller.callExclusive("phone", "staff.phone.confirm", { check: check.id, number, pin });
      if (result?.ok === false) store.setState({ managerProblem: result.error });
      if (!result?.ok) return;
      store.setState({ phoneCheck: result.value });
      await readPeople();
    },
    async unlinkPhone(id: string): Promise<void> {
      await caller.callOrShowFailure("phone", "staff.phone.unlink", { id });
      await readPeople();
    },
    /** Stops waiting. An approval already given stays valid. */
    dropPhone() {
      const check = store.getState().phoneCheck;
      store.setState({ phoneCheck: null });
      if (check !== null && OPEN.includes(check.state)) void client.call("staff.phone.cancel", { check: check.id });
    },
  };
}
