export { Welcome } from "./welcome.tsx";
export { Wizard } from "./wizard.tsx";
