import { expect, it } from "vitest";
import { voiceFor } from "../../../../../renderer/kiosk/speech/voices.ts";

const voice = (lang: string, changes: { localService?: boolean; default?: boolean } = {}) => ({
  lang,
  localService: true,
  default: false,
  ...changes,
});

it("reads a language with its own voice, however the system writes it", () => {
  const voices = [voice("en-GB"), voice("de_DE"), voice("no-NO"), voice("uk")];
  expect(voiceFor("en", voices)?.lang).toBe("en-GB");
  expect(voiceFor("de", voices)?.lang).toBe("de_DE");
  expect(voiceFor("nb", voices)?.lang).toBe("no-NO");
  expect(voiceFor("uk", voices)?.lang).toBe("uk");
});

it("does not read a language without a voice, rather than use another language's", () => {
  expect(voiceFor("fi", [voice("en-US"), voice("fil-PH")])).toBeNull();
  expect(voiceFor("nb", [voice("nn-NO"), voice("da-DK")])).toBeNull();
  expect(voiceFor("en", [])).toBeNull();
});

it("prefers the system's default voice", () => {
  expect(voiceFor("en", [voice("en-US"), voice("en-GB", { default: true })])?.lang).toBe("en-GB");
});

it("never uses a network voice, which would reveal the customer's purchase", () => {
  expect(voiceFor("en", [voice("en-US", { localService: false })])).toBeNull();
});
