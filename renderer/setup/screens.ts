/** Setting a till up: fetched apart. */
export { Welcome } from "./welcome.tsx";
export { Wizard } from "./wizard.tsx";
