import { CircleCheck, PlugZap, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BAUD_RATES } from "../../../contract/kiosk/vend.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { fieldProblem } from "../people/problems.ts";
import type { MachineTest } from "./actions.ts";
import { dispenserOf, isSameMachine, type KioskDraft, type KioskFieldsProps } from "./kiosk-draft.ts";

interface MachineFieldsProps extends KioskFieldsProps {
  inForce: KioskDraft;
}

export function MachineFields(props: MachineFieldsProps) {
  const { t } = useTranslation();
  const { draft, onChange } = props;
  return (
    <Group title={t("kioskSettings.machine")}>
      <div>
        <Segmented
          fill
          label={t("kioskSettings.machine")}
          value={draft.driver}
          onChange={(driver) => onChange({ driver })}
          options={(["none", "http", "serial"] as const).map((value) => ({
            value,
            label: t(`kioskSettings.drivers.${value}`),
          }))}
        />
        <p className={layout.fieldHint}>{t(`kioskSettings.driverHint.${draft.driver}`)}</p>
      </div>
      {draft.driver !== "none" && <Reached {...props} />}
    </Group>
  );
}

interface Tested {
  of: KioskDraft;
  slot: string | null;
  result: MachineTest;
}

function Reached({ draft, inForce, problemOf, onChange }: MachineFieldsProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const reasonText = useReasonText();
  const isTesting = useTill(({ busy }) => busy.testMachine === true);
  const [tested, setTested] = useState<Tested | null>(null);
  const [slot, setSlot] = useState("");
  const found = tested !== null && isSameMachine(tested.of, draft) ? tested.result : null;
  const refused = found !== null && "error" in found ? found.error : null;
  const wrong = (field: string) => problemOf(field) ?? fieldProblem(reasonText, refused, field);
  const test = async (from: string | null) => {
    const result = await actions.testMachine(dispenserOf(draft), from);
    if (result !== null) setTested({ of: draft, slot: from, result });
  };
  return (
    <>
      {draft.driver === "http" && (
        <Field
          label={t("kioskSettings.url")}
          value={draft.url}
          onChange={(url) => onChange({ url })}
          description={t("kioskSettings.urlHint")}
          problem={wrong("dispenser.url")}
          input={{ inputMode: "url", autoComplete: "off", spellCheck: false, maxLength: 500 }}
        />
      )}
      {draft.driver === "serial" && <SerialFields draft={draft} problemOf={wrong} onChange={onChange} />}
      <div className={layout.closeStack}>
        <Button Icon={PlugZap} isDisabled={isTesting} onPress={() => void test(null)}>
          {t(isTesting ? "kioskSettings.testing" : "kioskSettings.test")}
        </Button>
        <Field
          label={t("kioskSettings.testSlot")}
          value={slot}
          onChange={setSlot}
          description={t("kioskSettings.testSlotHint")}
          problem={wrong("slot")}
          input={{ autoComplete: "off", spellCheck: false, maxLength: 20 }}
        />
        <Button isDisabled={isTesting || slot.trim() === ""} onPress={() => void test(slot.trim())}>
          {t("kioskSettings.testVend")}
        </Button>
        {found !== null && refused?.code !== "invalid_input" && (
          <Outcome found={found} slot={tested?.slot ?? null} isSaved={isSameMachine(draft, inForce)} />
        )}
      </div>
    </>
  );
}

function SerialFields({ draft, problemOf, onChange }: KioskFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={layout.pair}>
      <Field
        label={t("kioskSettings.path")}
        value={draft.path}
        onChange={(path) => onChange({ path })}
        description={t("kioskSettings.pathHint")}
        problem={problemOf("dispenser.path")}
        input={{ autoComplete: "off", spellCheck: false, maxLength: 200 }}
      />
      <SelectField
        label={t("kioskSettings.baudRate")}
        value={String(draft.baudRate)}
        onChange={(chosen) => onChange({ baudRate: BAUD_RATES.find((rate) => String(rate) === chosen) ?? 9600 })}
      >
        {BAUD_RATES.map((rate) => (
          <option key={rate} value={String(rate)}>
            {rate}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Outcome({ found, slot, isSaved }: { found: MachineTest; slot: string | null; isSaved: boolean }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const problem = "error" in found ? errorText(found.error) : reasonText(found.problem, null);
  return (
    <p className={message.note} role="status" data-testid="machine-test" data-fit={problem === null}>
      {problem === null ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
      <span>
        {problem ?? (slot === null ? t("kioskSettings.isFit") : t("kioskSettings.hasDropped", { slot }))}{" "}
        {!isSaved && t("kioskSettings.notSaved")}
        {isSaved && slot !== null && "problem" in found && problem !== null && t("kioskSettings.offSale", { slot })}
      </span>
    </p>
  );
}
