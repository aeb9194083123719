import { Settings } from "../settings/settings.tsx";
import { SETTINGS_SECTIONS } from "./settings-sections.tsx";

/** The settings with all sections, loaded lazily. */
export function SettingsScreen() {
  return <Settings sections={SETTINGS_SECTIONS} />;
}
