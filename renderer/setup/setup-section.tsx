import { Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { useActions } from "../store/store.ts";
import { SaveConfiguration } from "./save-configuration.tsx";

export function SetupSection() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Section narrow>
      <p>{t("setup.section.inForce")}</p>
      <Button Icon={Wrench} onPress={actions.openSetup}>
        {t("setup.section.open")}
      </Button>
      <SaveConfiguration kind="secondary" />
    </Section>
  );
}
