import { ownFailure } from "../renderer/kit/client/own-failure.ts";
import { screen } from "./screen.tsx";

export default { title: "Screens/Counter" };

const WRONG_PIN = ownFailure("not_allowed", { fields: [{ field: "pin", expected: "" }], triesLeft: 2 }).error;

export const ChargeEmpty = screen("charge-empty");
export const Charge = screen("charge");
export const ChargeCleared = screen("charge-cleared");
export const ChargeNumber = screen("charge-number");
export const Basket = screen("basket");
export const BasketLine = screen("basket-line");
export const BasketDiscount = screen("basket-discount", { presses: [/^(Percent|Prosent)$/] });
export const BasketSale = screen("basket-sale");
export const Tip = screen("tip");
export const TipOwn = screen("tip-own", { presses: [/^Another amount$/] });
export const Present = screen("present");
export const PresentPhone = screen("present-phone");
export const Approving = screen("approving");
export const Paid = screen("paid");
export const OpenSales = screen("open-sales");
export const OpenSalesCode = screen("open-sales-code");
export const ResultReserved = screen("result-reserved");
export const NotPaid = screen("not-paid");
export const NumberNotKnown = screen("number-not-known");
export const Checking = screen("checking");
export const LateNews = screen("late-news");
export const AttentionParked = screen("attention-parked");
export const NotAsked = screen("not-asked");
export const ResultOffline = screen("result-offline");
export const ChargeOffline = screen("charge-offline");
export const Limit = screen("limit");
export const Keys = screen("keys");
export const Window = screen("window");
export const Lock = screen("lock");

export const SignIn = screen("charge-empty", { change: () => ({ dialog: { kind: "signIn" } }) });
export const SignInWrongPin = screen("lock", {
  change: ({ people }) => ({ people: { ...people, problem: WRONG_PIN } }),
});
export const News = screen("late-news", { change: () => ({ dialog: { kind: "news" } }) });
export const ConfirmCharge = screen("charge", { change: () => ({ dialog: { kind: "confirmCharge" } }) });
export const Starting = screen("charge-empty", { change: () => ({ terminal: null }) });
export const TillUnreachable = screen("charge-empty", { change: () => ({ connection: "away" }) });
export const SessionRejected = screen("charge-empty", { change: () => ({ connection: "lost" }) });
export const NoOwner = screen("charge-empty", {
  change: ({ terminal }) => ({
    terminal: terminal && { ...terminal, people: { ...terminal.people, hasOwner: false } },
  }),
});
export const Offline = screen("charge", {
  change: ({ terminal }) => ({
    terminal: terminal && { ...terminal, connectivity: "offline" },
  }),
});
export const SettingsPopover = screen("charge-empty", { presses: [/^(This window|Dette vinduet)/] });
export const Locked = screen("present", {
  change: ({ terminal }) => ({
    terminal: terminal && { ...terminal, people: { ...terminal.people, requireSignIn: true }, staff: null },
  }),
});
export const UpdateFailed = screen("charge", {
  change: ({ terminal }) => ({
    terminal: terminal && {
      ...terminal,
      update: { state: "failed", version: null, since: null, because: "check_failed" },
    },
  }),
});
export const ApproveDiscount = screen("basket", {
  change: ({ draft }) => ({
    dialog: { kind: "approveDiscount", started: { action: "SALE", amount: 10_000 }, draft, isDrafted: true },
  }),
});
export const CountryChoice = screen("charge", {
  change: ({ draft }) => ({ draft: { ...draft, phone: "22334455" }, dialog: { kind: "whichNumber" } }),
});
export const Weigh = screen("basket", { change: () => ({ dialog: { kind: "weigh", productId: "p2" } }) });
