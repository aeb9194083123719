import { Settings } from "../settings/settings.tsx";
import { SETTINGS_SECTIONS } from "./settings-sections.ts";

export function SettingsScreen() {
  return <Settings sections={SETTINGS_SECTIONS} />;
}
