import { UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "../../../contract/people/staff.ts";
import { useRefundsNeedPin } from "../../kit/approval/permissions.ts";
import { useRoleName } from "../../kit/approval/role-name.ts";
import { Button } from "../../kit/ui/button.tsx";
import field from "../../kit/ui/field.module.css";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import { fieldProblem } from "./problems.ts";

const FORM = "person";

/**
 * A user's name, role, PIN and access.
 * @param person null: a new user
 */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const draft = usePersonDraft(person, onClose);
  const { problem, isBusy, isReady, isChanged, save } = draft;
  useUnsaved(isChanged);
  const known = ["name", "pin"].some((field) => fieldProblem(reasonText, problem, field) !== undefined);
  return (
    <Sheet
      title={person ? t("staff.people.changeTitle", { name: person.name }) : t("staff.people.addTitle")}
      onClose={onClose}
      isChanged={isChanged}
      footer={
        <>
          {person && (
            <Button
              Icon={person.active ? UserX : UserCheck}
              isDisabled={isBusy}
              onPress={() => void save(!person.active)}
            >
              {t(person.active ? "staff.people.remove" : "staff.people.restore")}
            </Button>
          )}
          <Button kind="primary" type="submit" form={FORM} isDisabled={!isReady}>
            {t(isBusy ? "staff.people.saving" : "staff.people.save")}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save();
        }}
      >
        {problem && !known && (
          <p className={message.saved} data-tone="failed" role="alert">
            {errorText(problem)}
          </p>
        )}
        <PersonFields person={person} draft={draft} />
      </form>
    </Sheet>
  );
}

function usePersonDraft(person: Person | null, onDone: () => void) {
  const actions = useActions();
  const { problem, isBusy } = useTill((state) => ({
    problem: state.people.problem,
    isBusy: state.busy.people === true,
  }));
  const [name, setName] = useState(person?.name ?? "");
  const [role, setRole] = useState(person?.role ?? "cashier");
  const [pin, setPin] = useState("");
  const isChanged = name !== (person?.name ?? "") || role !== (person?.role ?? "cashier") || pin !== "";
  const isReady = name.trim() !== "" && (pin !== "" || person !== null) && !isBusy;
  const save = async (active?: boolean) => {
    const isDone =
      person === null
        ? await actions.addPerson({ name: name.trim(), role, pin })
        : await actions.changePerson({ id: person.id, name: name.trim(), role, pin: pin || undefined, active });
    if (isDone) onDone();
  };
  // Typing clears the field's error.
  const typed = (set: (text: string) => void) => (text: string) => {
    actions.forgetPeopleProblem();
    set(text);
  };
  const fields = { name, setName: typed(setName), role, setRole, pin, setPin: typed(setPin) };
  return { ...fields, problem, isBusy, isReady, isChanged, save };
}

function PersonFields({ person, draft }: { person: Person | null; draft: ReturnType<typeof usePersonDraft> }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const { name, setName, role, setRole, pin, setPin, problem } = draft;
  // A PIN changed by someone else no longer unlocks refunds.
  const losesRefunds = useRefundsNeedPin() && person !== null && person.role !== "cashier" && pin !== "";
  return (
    <>
      <Field
        label={t("staff.people.name")}
        value={name}
        onChange={setName}
        autoFocus={person === null}
        problem={fieldProblem(reasonText, problem, "name")}
        input={{ maxLength: 60, autoComplete: "off" }}
      />
      <RoleChoice value={role} onChange={setRole} />
      <Field
        label={t(person ? "staff.people.newPin" : "staff.people.pin")}
        value={pin}
        onChange={(text) => setPin(text.replace(/\D/g, ""))}
        description={t(role === "cashier" ? "staff.people.pinHint.cashier" : "staff.people.pinHint.other")}
        problem={fieldProblem(reasonText, problem, "pin")}
        input={{ type: "password", inputMode: "numeric", autoComplete: "new-password", maxLength: 12 }}
      />
      {losesRefunds && <p>{t("refundKey.newPinHint")}</p>}
    </>
  );
}

function RoleChoice({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const roles = useTill(({ terminal }) => terminal?.people.roles ?? null) ?? [];
  const options = roles.map(({ id }) => ({ value: id, label: roleName(id) }));
  if (options.length <= 3) {
    return (
      <div className={field.field}>
        <span aria-hidden className={field.label}>
          {t("staff.people.role")}
        </span>
        <Segmented fill label={t("staff.people.role")} value={value} onChange={onChange} options={options} />
      </div>
    );
  }
  return (
    <SelectField label={t("staff.people.role")} value={value} onChange={onChange}>
      {options.map(({ value: id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
