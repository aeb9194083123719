import { screen } from "./screen.tsx";

export default { title: "Screens/Kiosk" };

export const Attract = screen("kiosk-attract");
export const Language = screen("kiosk-language");
export const Products = screen("kiosk-products");
export const Basket = screen("kiosk-basket");
export const Code = screen("kiosk-code");
export const Ease = screen("kiosk-ease");
export const Phone = screen("kiosk-phone");
export const Help = screen("kiosk-help");
export const Approve = screen("kiosk-approve");
export const Result = screen("kiosk-result");
export const NotPaid = screen("kiosk-not-paid");
export const Exit = screen("kiosk-exit");
export const StillThere = screen("kiosk-still-there");
export const Dropping = screen("kiosk-dropping");
export const Part = screen("kiosk-part");
export const Out = screen("kiosk-out");
