/** The setup screens, loaded lazily. */
export { Welcome } from "./welcome.tsx";
export { Wizard } from "./wizard.tsx";
