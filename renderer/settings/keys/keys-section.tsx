import { useEffect } from "react";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { ActiveKey } from "./active-key.tsx";
import { KeyStorage } from "./key-storage.tsx";
import { PreviousKeyNotice } from "./previous-key.tsx";
import { RefundKey } from "./refund-key.tsx";
import { Replace } from "./replace.tsx";
import { ServiceUser } from "./service-user.tsx";
import { Steps } from "./steps.tsx";

export function KeysSection() {
  const actions = useActions();
  const { view, vault, refundKey, user } = useTill(({ keys }) => keys);
  useEffect(() => {
    void actions.readKeys().then(() => actions.readKeysUser());
  }, [actions]);
  if (view === null || vault === null || refundKey === null) return null;
  const isSplit = refundKey.key !== null || refundKey.needed || view.next?.scheme === "SECRET";
  return (
    <Section>
      <ActiveKey keys={view} />
      {view.previous && (
        <PreviousKeyNotice
          until={view.previous.until}
          isNeeded={view.inUse === "previous"}
          isReplaced={user?.record?.key === "current"}
        />
      )}
      {view.next ? <Steps keys={view} next={view.next} /> : <Replace isDemo={!view.rotatable} isWeak={vault.weak} />}
      {isSplit && <RefundKey refundKey={refundKey} isWeak={vault.weak} />}
      {user && <ServiceUser user={user} />}
      <KeyStorage vault={vault} />
    </Section>
  );
}
