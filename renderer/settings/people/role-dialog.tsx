import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { CASHIER_GRANTABLE, GRANTABLE, type Grantable, isBuiltIn, type Role } from "../../../contract/values/roles.ts";
import { useRoleName } from "../../kit/approval/role-name.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import { fieldProblem } from "./problems.ts";
import styles from "./staff.module.css";

export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const draft = useRoleDraft(role, onClose);
  const { problem, isBusy, isReady, isChanged } = draft;
  useUnsaved(isChanged);
  const isOwn = role === null || !isBuiltIn(role.id);
  return (
    <Sheet
      wide
      title={role ? t("staff.roles.changeTitle", { name: roleName(role.id) }) : t("staff.roles.addTitle")}
      onClose={onClose}
      isChanged={isChanged}
      footer={
        <>
          {role && isOwn && (
            <Button Icon={Trash2} isDisabled={isBusy} onPress={() => void draft.remove(role.id)}>
              {t("staff.roles.remove")}
            </Button>
          )}
          <Button kind="primary" isDisabled={!isReady} onPress={() => void draft.save()}>
            {t(isBusy ? "staff.people.saving" : "staff.people.save")}
          </Button>
        </>
      }
    >
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void draft.save();
        }}
      >
        {problem && fieldProblem(reasonText, problem, "name") === undefined && (
          <p className={message.wrong} role="alert">
            {errorText(problem)}
          </p>
        )}
        {isOwn && (
          <Field
            label={t("staff.roles.name")}
            value={draft.name}
            onChange={draft.setName}
            autoFocus={role === null}
            problem={fieldProblem(reasonText, problem, "name")}
            input={{ maxLength: 40, autoComplete: "off" }}
          />
        )}
        <Rights draft={draft} isCashier={role?.id === "cashier"} />
        <Refunds draft={draft} isCashier={role?.id === "cashier"} />
      </form>
    </Sheet>
  );
}

type RoleDraft = ReturnType<typeof useRoleDraft>;
type Refund = "none" | "limited" | "all";

function useRoleDraft(role: Role | null, onDone: () => void) {
  const actions = useActions();
  const { problem, isBusy, roles, currency } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
    roles: state.terminal?.people.roles ?? null,
    currency: state.terminal?.currency ?? "NOK",
  }));
  const first = role ?? roles?.find(({ id }) => id === "cashier");
  const [name, setName] = useState(role?.name ?? "");
  const [rights, setRights] = useState<readonly Grantable[]>(first?.rights ?? []);
  const [refund, setRefund] = useState<Refund>(refundOf(first));
  const limit = useAmountEntry(currency, MAX_AMOUNT, first?.refundLimit ?? 0);
  const isChanged =
    name !== (role?.name ?? "") ||
    refund !== refundOf(first) ||
    limit.typed !== (first?.refundLimit ?? 0) ||
    !isSameRights(rights, first?.rights ?? []);
  const isOwn = role === null || !isBuiltIn(role.id);
  const isReady = !isBusy && !(isOwn && name.trim() === "") && !(refund === "limited" && limit.amount === null);
  const save = async () => {
    const otherRights = rights.filter((right) => right !== "refund");
    const isDone = await actions.setRole({
      id: role?.id,
      name: isOwn ? name.trim() : null,
      rights: refund === "none" ? otherRights : [...otherRights, "refund"],
      refundLimit: refund === "all" ? null : refund === "limited" ? (limit.amount ?? 0) : 0,
    });
    if (isDone) onDone();
  };
  const remove = async (id: string) => {
    if (await actions.removeRole(id)) onDone();
  };
  const toggle = (right: Grantable, has: boolean) =>
    setRights(has ? [...rights, right] : rights.filter((one) => one !== right));
  return { name, setName, rights, toggle, refund, setRefund, limit, problem, isBusy, isReady, isChanged, save, remove };
}

function isSameRights(some: readonly Grantable[], others: readonly Grantable[]): boolean {
  return some.length === others.length && some.every((right) => others.includes(right));
}

function refundOf(role: Role | undefined): Refund {
  if (!role?.rights.includes("refund")) return "none";
  return role.refundLimit === null ? "all" : "limited";
}

function Rights({ draft: { rights, toggle }, isCashier }: { draft: RoleDraft; isCashier: boolean }) {
  const { t } = useTranslation();
  const offered = isCashier ? CASHIER_GRANTABLE : GRANTABLE;
  return (
    <>
      <div className={styles.rights}>
        {offered.map(
          (right) =>
            right !== "refund" && (
              <Switch key={right} isSelected={rights.includes(right)} onChange={(has) => toggle(right, has)}>
                {t(`staff.people.can.${right}`)}
              </Switch>
            ),
        )}
      </div>
      {isCashier && <p className={layout.quiet}>{t("staff.roles.cashierHint")}</p>}
    </>
  );
}

function Refunds({ draft, isCashier }: { draft: RoleDraft; isCashier: boolean }) {
  const { t } = useTranslation();
  const options = (["none", "limited", ...(isCashier ? [] : (["all"] as const))] as const).map((value) => ({
    value,
    label: t(`staff.roles.refunds.${value}`),
  }));
  return (
    <fieldset className={styles.refunds}>
      <legend>{t("staff.people.can.refund")}</legend>
      <Segmented
        fill
        label={t("staff.people.can.refund")}
        value={draft.refund}
        onChange={draft.setRefund}
        options={options}
      />
      {draft.refund === "limited" && (
        <AmountField
          isLine
          label={t("staff.roles.limit")}
          value={draft.limit}
          description={t("staff.roles.limitHint")}
          problem={t("staff.policy.badAmount")}
        />
      )}
    </fieldset>
  );
}
