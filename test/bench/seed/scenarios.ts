/** Payment scenarios in a shop, and their frequency. */
import type { ScenarioTill } from "./scenario-till.ts";

export interface Scenario {
  name: string;
  /** Share in a thousand payments */
  share: number;
  /** Pauses before each further step in ms: minimum and maximum */
  pauses: readonly (readonly [number, number])[];
  /** One function per step */
  steps: readonly ((till: ScenarioTill, amount: number, posTid: string) => void)[];
  begin: { action: "SALE" | "AUTH"; byPhone: boolean; withText: boolean };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const byCode = { action: "SALE", byPhone: false, withText: false } as const;
const byPhone = { action: "SALE", byPhone: true, withText: false } as const;
const noted = { action: "SALE", byPhone: true, withText: true } as const;
const reserved = { action: "AUTH", byPhone: true, withText: true } as const;

function asked(till: ScenarioTill): void {
  till.later(2400);
  till.scan();
  till.later(150);
  till.asked();
  till.later(4200);
}

function approved(till: ScenarioTill, tip = 0): void {
  asked(till);
  till.says("auth", 3008, tip);
}

function paid(till: ScenarioTill, tip = 0): void {
  approved(till, tip);
  till.later(120);
  // The till captures a sale automatically (G9).
  till.done("capture");
}

function refunded(till: ScenarioTill, posTid: string, amount: number): void {
  till.must(till.payments.refund({ posTid, amount, additionalAmount: 0, reason: "Goods returned" }));
  till.later(200);
  till.done("refund");
}

const once = (step: (till: ScenarioTill, amount: number, posTid: string) => void) =>
  ({ pauses: [], steps: [step] }) as const;
const within = (days: number) => [[HOUR, days * DAY]] as const;

/** Shares total a thousand. */
export const SCENARIOS: readonly Scenario[] = [
  { name: "by code", share: 520, begin: byCode, ...once((till) => paid(till)) },
  { name: "by phone", share: 190, begin: byPhone, ...once((till) => paid(till)) },
  { name: "with a note", share: 90, begin: noted, ...once((till) => paid(till)) },
  {
    name: "with a tip",
    share: 35,
    begin: byCode,
    ...once((till, amount) => paid(till, Math.round(amount / 1000) * 100 + 100)),
  },
  {
    name: "rejected",
    share: 45,
    begin: byPhone,
    ...once((till) => {
      asked(till);
      till.says("fail", 5006);
    }),
  },
  {
    name: "expired",
    share: 20,
    begin: byCode,
    ...once((till) => {
      asked(till);
      till.says("fail", 5011);
    }),
  },
  {
    name: "cancelled while the customer is asked",
    share: 20,
    begin: byPhone,
    ...once((till, _amount, posTid) => {
      asked(till);
      till.must(till.payments.abort({ posTid }));
      till.done("abort");
    }),
  },
  {
    name: "code never scanned",
    share: 30,
    begin: byCode,
    ...once((till, _amount, posTid) => {
      till.later(9000);
      till.must(till.payments.abort({ posTid }));
    }),
  },
  {
    name: "refunded",
    share: 14,
    begin: byCode,
    pauses: within(14),
    steps: [(till) => paid(till), (till, amount, posTid) => refunded(till, posTid, amount)],
  },
  {
    name: "partly refunded",
    share: 10,
    begin: noted,
    pauses: within(14),
    steps: [(till) => paid(till), (till, amount, posTid) => refunded(till, posTid, Math.ceil(amount / 3))],
  },
  {
    name: "reserved, then taken",
    share: 16,
    begin: reserved,
    pauses: within(1),
    steps: [
      (till) => approved(till),
      (till, _amount, posTid) => {
        till.must(till.payments.capture({ posTid }));
        till.done("capture");
      },
    ],
  },
  {
    name: "reserved, taken in part, the rest released",
    share: 6,
    begin: reserved,
    pauses: within(1),
    steps: [
      (till) => approved(till),
      (till, amount, posTid) => {
        till.must(till.payments.capture({ posTid, amount: Math.ceil(amount / 2) }));
        till.done("capture");
        till.later(2000);
        till.must(till.payments.release({ posTid }));
        till.done("release");
      },
    ],
  },
  {
    name: "reserved, then released",
    share: 4,
    begin: reserved,
    pauses: within(1),
    steps: [
      (till) => approved(till),
      (till, _amount, posTid) => {
        till.must(till.payments.release({ posTid }));
        till.done("release");
      },
    ],
  },
];
