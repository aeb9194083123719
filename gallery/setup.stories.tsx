import { screen } from "./screen.tsx";

export default { title: "Screens/Setup" };

export const Welcome = screen("welcome");
export const ServiceDemo = screen("setup-service-demo");
export const Service = screen("setup-service");
export const ServiceProblems = screen("setup-service-problems");
export const Credentials = screen("setup-credentials");
export const CredentialsSecret = screen("setup-credentials-secret");
export const CredentialsKey = screen("setup-credentials-key");
export const KeyCode = screen("setup-key-code", { presses: [/^(Show QR code|Vis QR-kode)$/] });
export const Till = screen("setup-till");
export const TillLocation = screen("setup-till-location", { presses: [/^(Location|Sted)$/] });
export const CallbacksNone = screen("setup-callbacks-none");
export const Callbacks = screen("setup-callbacks");
export const Owner = screen("setup-owner");
export const TestFailed = screen("setup-test-failed");
export const TestCard = screen("setup-test-card", { presses: [/^(Show the code|Vis koden)$/] });
