import { customerScreen } from "./screen.tsx";

export default { title: "Screens/Customer display" };

export const ChargeEmpty = customerScreen("charge-empty");
export const Tip = customerScreen("tip");
export const Present = customerScreen("present");
export const Approving = customerScreen("approving");
export const Paid = customerScreen("paid");
export const ResultReserved = customerScreen("result-reserved");
export const NotPaid = customerScreen("not-paid");
export const NotAsked = customerScreen("not-asked");
export const Checking = customerScreen("checking");
export const AskCode = customerScreen("ask-code");
export const AskShared = customerScreen("ask-shared");
