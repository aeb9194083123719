import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../kit/ui/select-field.tsx";
import type { RequestedPreset } from "../../store/state.ts";
import { useActions, useTill } from "../../store/store.ts";

interface PresetChoiceProps {
  chosen: RequestedPreset | null;
  onChoose: (preset: RequestedPreset | null) => void;
}

export function PresetChoice({ chosen, onChoose }: PresetChoiceProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const presets = useTill(({ customerData }) => customerData.presets);
  useEffect(() => void actions.readPresets(), [actions]);
  if (presets === null || presets.length === 0) return null;
  const choose = (id: string) => {
    const preset = presets.find((one) => one.id === id);
    onChoose(preset === undefined ? null : { id, name: preset.name });
  };
  return (
    <SelectField label={t("basket.presetField")} value={chosen?.id ?? ""} onChange={choose}>
      <option value="">{t("basket.presetNone")}</option>
      {presets.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
