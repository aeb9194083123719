import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode, failed } from "../../../../../contract/calls/errors.ts";
import {
  inEnglish,
  packReason,
  REASONS,
  type Reason,
  type ReasonCode,
  type ReasonValue,
  reasonFor,
  unpackReason,
} from "../../../../../contract/reasons/reasons.ts";
import { formatMoney } from "../../../../../contract/values/money.ts";
import { createReasonFormatter, errorTextKeys } from "../../../../../renderer/kit/format/reason-text.ts";
import { clockTime } from "../../../../../renderer/kit/format/time.ts";
import { en } from "../../../../../renderer/kit/i18n/en/index.ts";
import { LANGUAGES, type Language, loadTexts } from "../../../../../renderer/kit/i18n/index.ts";
import { nb } from "../../../../../renderer/kit/i18n/nb/index.ts";
import { startAllTexts } from "../../../../support/texts.ts";
import { WRONG_LANGUAGE } from "../../../../support/wrong-language.ts";

/** Values that main inserts into placeholders. */
const NESTED: Readonly<Record<string, ReasonValue>> = {
  what: reasonFor("service_timeout"),
  cause: reasonFor("service_cut"),
  why: reasonFor("compare_out_of_reach"),
  expected: reasonFor("pem_rsa_bits"),
  first: reasonFor("matter_no_number"),
  kind: reasonFor("kind_capture"),
  phase: reasonFor("phase_partly_captured"),
  words: { quoted: "§" },
  most: { amount: 123_456, currency: "NOK" },
};

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "");

const money = (language: Language) => (amount: number, currency: string) =>
  formatMoney(amount, currency, language === "nb" ? "nb-NO" : "en-GB");

const say = (language: Language) =>
  createReasonFormatter(language, { money: money(language), time: (at) => clockTime(at, "nb-NO", "Europe/Oslo") });

/** Every message with a value in each placeholder. */
const every: Reason[] = (Object.keys(REASONS) as ReasonCode[]).map((code) => ({
  code,
  values: Object.fromEntries(placeholders(REASONS[code]).map((name) => [name, NESTED[name] ?? 7])),
}));

/** The texts of a catalogue, with their paths. */
function* textsOf(tree: object, path = ""): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [`${path}${key}`, value];
    else yield* textsOf(value, `${path}${key}.`);
  }
}

beforeAll(async () => {
  await startAllTexts("en");
  await loadTexts("nb");
});

describe("messages from main", () => {
  it.each(LANGUAGES)("contain no word of another language: %s", (language) => {
    const wrong = every
      .map((reason) => [reason.code, say(language)(reason, "")])
      .filter(([, text = ""]) => WRONG_LANGUAGE[language].test(text) || /\{\{|\[object|undefined/.test(text));
    expect(wrong).toEqual([]);
  });

  it("take the same values in every language", () => {
    const values = (text: string) => placeholders(text).sort();
    for (const code of Object.keys(REASONS) as ReasonCode[])
      expect([code, values(nb.reason[code])]).toEqual([code, values(REASONS[code])]);
  });

  it("differ between both languages, except for language-neutral ones", () => {
    const same = every.filter(({ code }) => nb.reason[code] === REASONS[code]).map(({ code }) => code);
    expect(same.sort()).toEqual(["as_stored", "field_value", "file_named", "vend_also", "vend_slot"]);
  });

  it("format amounts, times and other texts for the reader", () => {
    const sum = { amount: 4000, currency: "NOK" };
    expect(say("nb")(reasonFor("payment_offline_amount", { most: sum }), "")).toContain("40,00\u00a0kr");
    expect(inEnglish(reasonFor("payment_offline_amount", { most: sum }))).toContain("kr\u00a040.00");
    const given = reasonFor("queue_given_up", { words: { quoted: "was {{kind}} $& wrong" } });
    expect(say("nb")(given, "")).toBe("Forkastet: «was {{kind}} $& wrong»");
    const late = reasonFor("queue_capture_late", { cause: reasonFor("service_cut") });
    expect(say("nb")(late, "")).toBe(
      "Reservasjonen utløp før den ble trukket. Det er ikke trukket noe. Forbindelsen ble brutt før svaret kom.",
    );
  });

  it("survive storage, and leave an earlier version's messages unchanged", () => {
    for (const reason of every) expect(unpackReason(packReason(reason))).toEqual(reason);
    for (const text of ["Look at it.", '{"code":"nobody_knows","values":{}}', '{"code":1', '{"code":"toString"}'])
      expect(say("nb")(unpackReason(text), "")).toBe(text);
  });

  it("from a newer till are shown in its English", () => {
    const newer = { code: "not_made_yet", values: {} } as unknown as Reason;
    expect(say("nb")(newer, "It is new.")).toBe("It is new.");
    expect(say("nb")(undefined, null)).toBeNull();
  });
});

describe("errors", () => {
  it.each(LANGUAGES)("are in one language: %s", async (language) => {
    await startAllTexts(language);
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      for (const reason of every) {
        const { error } = failed(code, { because: reason });
        const { happened, next } = {
          happened: `${errorTextKeys(error)}.happened`,
          next: `${errorTextKeys(error)}.next`,
        } as const;
        const shown = [i18next.t(happened), i18next.t(`error.${code}.money`), i18next.t(next, { time: "12:05" })];
        const text = [...shown, say(language)(error.details.because, error.message)].join(" ");
        expect(WRONG_LANGUAGE[language].exec(text)?.[0], `${code} ${reason.code}: ${text}`).toBeUndefined();
      }
    }
  });

  it("include the English sentence for programs next to the code", () => {
    expect(failed("illegal_state", { because: reasonFor("queue_settled_already") }).error).toMatchObject({
      message: "This was already completed. Nothing was sent again.",
      details: {
        reason: "This was already completed. Nothing was sent again.",
        because: { code: "queue_settled_already" },
      },
    });
  });
});

describe("the catalogues", () => {
  it.each([
    ["en", en],
    ["nb", nb],
  ] as const)("contain no word of another language: %s", (language, catalogue) => {
    const wrong = [...textsOf(catalogue)].filter(([, text]) =>
      WRONG_LANGUAGE[language].test(text.replace(/\{\{\w+\}\}/g, "")),
    );
    expect(wrong).toEqual([]);
  });
});

describe("main's source", () => {
  /** Texts outside screens: for the command line, and for malformed bytes in the log. */
  const NO_SCREEN =
    /^(app\/(options|data-folder|start)|lib\/(startup-error|canonical-json)|storage\/database\/(inspection|recovery-advice))\.ts$|^(operations\/maintenance|service\/(callbacks|api)|configuration\/setup\/swap|shells\/systemd)\b/;
  const MAIN = join(import.meta.dirname, "../../../../../main");
  const SENTENCE = /\b(reason|because|expected)\b\s*[:=]\s*["`][^"`\n]*[a-z] [^"`\n]*["`]/g;

  it("has no user-facing text outside the tables of reasons (see contract/reasons/reasons.ts)", () => {
    const found = readdirSync(MAIN, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !NO_SCREEN.test(path))
      .flatMap((path) => [...readFileSync(join(MAIN, path), "utf8").matchAll(SENTENCE)].map(([text]) => [path, text]));
    expect(found).toEqual([]);
  });
});
