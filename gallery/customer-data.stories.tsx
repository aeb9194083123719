import { screen } from "./screen.tsx";

export default { title: "Screens/Customer data" };

export const AskCustomer = screen("ask-customer");
export const AskCode = screen("ask-code");
export const AskShared = screen("ask-shared");
export const AskRevealed = screen("ask-revealed");
export const AskAge = screen("ask-age");
