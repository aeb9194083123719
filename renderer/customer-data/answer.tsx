import { CircleCheck, Eraser, Eye, OctagonX, UserRoundCheck } from "lucide-react";
import { missingScopes, type Permission } from "../../contract/customers/permissions.ts";
import { Button } from "../kit/ui/button.tsx";
import layout from "../kit/ui/layout.module.css";
import message from "../kit/ui/message.module.css";
import { ReceiptMailLine } from "../kit/ui/receipt-mail.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { useActions } from "../store/store.ts";
import styles from "./customer-data.module.css";
import { ageOf, claimRows } from "./look.ts";
import { claimWords, useCustomerDataTexts } from "./words.ts";

export function Answer({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const { dateTime } = useFormat();
  const { erased, mail, deadline, usable, scope } = permission;
  const age = ageOf(permission);
  const missing = missingScopes(permission);
  if (age !== null) return <Age age={age} />;
  if (erased !== null) return <Erased erased={erased} mail={mail} />;
  const rows = claimRows(permission);
  return (
    <div className={styles.answer} role="status">
      <h2 className={styles.saidTitle}>{t(missing.length > 0 ? "partly.title" : "granted.title")}</h2>
      {rows.length > 0 && (
        <ul className={styles.claims} aria-label={t("shared")}>
          {rows.map(({ claim, masked }) => (
            <Claim key={claim} permission={permission} claim={claim} masked={masked} />
          ))}
        </ul>
      )}
      {mail !== null && <ReceiptMailLine mail={mail} className={message.saved} />}
      {rows.length === 0 && scope.length > 0 && <p>{t("nothingShared")}</p>}
      {usable && scope.length === 0 && (
        <p className={layout.row}>
          <UserRoundCheck aria-hidden size={22} />
          {t("granted.token")}
        </p>
      )}
      {missing.length > 0 && <Missing permission={permission} />}
      <p className={styles.quiet}>{deadline === null ? t("notKept") : t("keptUntil", { at: dateTime(deadline) })}</p>
    </div>
  );
}

interface ClaimProps {
  permission: Permission;
  claim: string;
  masked: string;
}

function Claim({ permission: { posTid, steps }, claim, masked }: ClaimProps) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const name = claimWords(t, claim);
  return (
    <li className={styles.claim} data-testid="claim">
      <span className={styles.quiet}>{name}</span>
      <strong className={styles.value}>{masked}</strong>
      {steps.includes("reveal") && (
        <Button
          Icon={Eye}
          aria-label={t("showOf", { name })}
          onPress={() => actions.open({ kind: "reveal", posTid, claim })}
        >
          {t("show")}
        </Button>
      )}
    </li>
  );
}

function Missing({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const reasonText = useReasonText();
  return (
    <div className={styles.missing}>
      <h3 className={styles.missingTitle}>{t("notShared")}</h3>
      <ul>
        {missingScopes(permission).map((scope) => {
          const unreadReason = permission.unread.find((one) => one.scope === scope)?.because;
          return (
            <li key={scope}>
              <strong>{t(`scope.${scope}`)}</strong> {unreadReason !== undefined && reasonText(unreadReason, null)}
            </li>
          );
        })}
      </ul>
      <p className={styles.quiet}>{t("notAnswered")}</p>
    </div>
  );
}

function Age({ age: { isAdult, source, at } }: { age: NonNullable<ReturnType<typeof ageOf>> }) {
  const t = useCustomerDataTexts();
  const { dateTime } = useFormat();
  const Shape = isAdult ? CircleCheck : OctagonX;
  const proven = source === null ? null : t("age.source", { source });
  const verifiedAt = at === null ? null : t("age.at", { at: Number.isNaN(Date.parse(at)) ? at : dateTime(at) });
  return (
    <div className={styles.said} role="status" data-testid="age" data-adult={isAdult}>
      <p className={styles.ageQuestion}>{t("age.question")}</p>
      <h2 className={styles.age}>
        <Shape aria-hidden />
        {t(isAdult ? "age.yes" : "age.no")}
      </h2>
      <p className={styles.saidText}>{t(isAdult ? "age.yesText" : "age.noText")}</p>
      {(proven ?? verifiedAt) !== null && (
        <p className={styles.quiet}>
          {proven} {verifiedAt}
        </p>
      )}
      <p className={styles.quiet}>{t("age.keeps")}</p>
    </div>
  );
}

interface ErasedProps {
  erased: NonNullable<Permission["erased"]>;
  mail: Permission["mail"];
}

function Erased({ erased: { at, because }, mail }: ErasedProps) {
  const t = useCustomerDataTexts();
  const { dateTime } = useFormat();
  return (
    <div className={styles.said} role="status">
      <span className={styles.picture} aria-hidden>
        <Eraser />
      </span>
      <h2 className={styles.saidTitle}>{t("erasedAt", { at: dateTime(at) })}</h2>
      <p className={styles.saidText}>
        {t(`erasedBecause.${because}`)} {t("forgotten.text")}
      </p>
      {mail !== null && <ReceiptMailLine mail={mail} className={message.saved} />}
    </div>
  );
}
