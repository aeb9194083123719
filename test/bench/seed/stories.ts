/** What happens to payments in a shop, and how often. */
import type { Stage } from "./stage.ts";

export interface Story {
  name: string;
  /** How many of a thousand payments go like this */
  share: number;
  /** After how long each further act begins, in ms: the least and the most */
  pauses: readonly (readonly [number, number])[];
  /** One function for each act */
  acts: readonly ((stage: Stage, amount: number, posTid: string) => void)[];
  begin: { action: "SALE" | "AUTH"; byPhone: boolean; withText: boolean };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const byCode = { action: "SALE", byPhone: false, withText: false } as const;
const byPhone = { action: "SALE", byPhone: true, withText: false } as const;
const noted = { action: "SALE", byPhone: true, withText: true } as const;
const reserved = { action: "AUTH", byPhone: true, withText: true } as const;

function asked(stage: Stage): void {
  stage.later(2400);
  stage.scan();
  stage.later(150);
  stage.asked();
  stage.later(4200);
}

function approved(stage: Stage, tip = 0): void {
  asked(stage);
  stage.says("auth", 3008, tip);
}

function paid(stage: Stage, tip = 0): void {
  approved(stage, tip);
  stage.later(120);
  // The till captures a sale by itself (G9).
  stage.done("capture");
}

function refunded(stage: Stage, posTid: string, amount: number): void {
  stage.must(stage.payments.refund({ posTid, amount, additionalAmount: 0, reason: "Goods returned" }));
  stage.later(200);
  stage.done("refund");
}

const once = (act: (stage: Stage, amount: number, posTid: string) => void) => ({ pauses: [], acts: [act] }) as const;
const within = (days: number) => [[HOUR, days * DAY]] as const;

/** Shares add up to a thousand. */
export const STORIES: readonly Story[] = [
  { name: "by code", share: 520, begin: byCode, ...once((stage) => paid(stage)) },
  { name: "by phone", share: 190, begin: byPhone, ...once((stage) => paid(stage)) },
  { name: "with a note", share: 90, begin: noted, ...once((stage) => paid(stage)) },
  {
    name: "with a tip",
    share: 35,
    begin: byCode,
    ...once((stage, amount) => paid(stage, Math.round(amount / 1000) * 100 + 100)),
  },
  {
    name: "rejected",
    share: 45,
    begin: byPhone,
    ...once((stage) => {
      asked(stage);
      stage.says("fail", 5006);
    }),
  },
  {
    name: "expired",
    share: 20,
    begin: byCode,
    ...once((stage) => {
      asked(stage);
      stage.says("fail", 5011);
    }),
  },
  {
    name: "cancelled while the customer is asked",
    share: 20,
    begin: byPhone,
    ...once((stage, _amount, posTid) => {
      asked(stage);
      stage.must(stage.payments.abort({ posTid }));
      stage.done("abort");
    }),
  },
  {
    name: "code never scanned",
    share: 30,
    begin: byCode,
    ...once((stage, _amount, posTid) => {
      stage.later(9000);
      stage.must(stage.payments.abort({ posTid }));
    }),
  },
  {
    name: "given back",
    share: 14,
    begin: byCode,
    pauses: within(14),
    acts: [(stage) => paid(stage), (stage, amount, posTid) => refunded(stage, posTid, amount)],
  },
  {
    name: "given back in part",
    share: 10,
    begin: noted,
    pauses: within(14),
    acts: [(stage) => paid(stage), (stage, amount, posTid) => refunded(stage, posTid, Math.ceil(amount / 3))],
  },
  {
    name: "reserved, then taken",
    share: 16,
    begin: reserved,
    pauses: within(1),
    acts: [
      (stage) => approved(stage),
      (stage, _amount, posTid) => {
        stage.must(stage.payments.capture({ posTid }));
        stage.done("capture");
      },
    ],
  },
  {
    name: "reserved, taken in part, the rest released",
    share: 6,
    begin: reserved,
    pauses: within(1),
    acts: [
      (stage) => approved(stage),
      (stage, amount, posTid) => {
        stage.must(stage.payments.capture({ posTid, amount: Math.ceil(amount / 2) }));
        stage.done("capture");
        stage.later(2000);
        stage.must(stage.payments.release({ posTid }));
        stage.done("release");
      },
    ],
  },
  {
    name: "reserved, then released",
    share: 4,
    begin: reserved,
    pauses: within(1),
    acts: [
      (stage) => approved(stage),
      (stage, _amount, posTid) => {
        stage.must(stage.payments.release({ posTid }));
        stage.done("release");
      },
    ],
  },
];
