import { useTranslation } from "react-i18next";
import { FactList } from "../kit/ui/fact-list.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { useTill } from "../store/store.ts";
import { ThirdParty } from "./third-party.tsx";

export function AboutSection() {
  const { t } = useTranslation();
  const terminal = useTill((state) => state.terminal);
  if (terminal === null) return null;
  const { merchant, pos } = terminal;
  const facts: [name: string, value: string][] = [
    [t("about.version"), terminal.version],
    [t("about.shell"), t(`about.shells.${terminal.shell}`)],
    [t("about.environment"), t(`about.environments.${terminal.environment}`)],
    [t("about.merchant"), merchant.name === null ? merchant.id : `${merchant.name} (${merchant.id})`],
    [t("about.pos"), `${pos.name} (${pos.id})`],
    [t("about.money"), `${terminal.currency}, ${terminal.locale}`],
    [t("about.timeZone"), terminal.timeZone],
  ];
  return (
    <Section>
      <FactList facts={facts} />
      <ThirdParty />
    </Section>
  );
}
