import { expect, it } from "vitest";
import { voiceFor } from "../../../../../renderer/kiosk/speech/voices.ts";

const voice = (lang: string, changes: { localService?: boolean; default?: boolean } = {}) => ({
  lang,
  localService: true,
  default: false,
  ...changes,
});

it("a text is read with its language's own voice, however the system writes it", () => {
  const voices = [voice("en-GB"), voice("de_DE"), voice("no-NO"), voice("uk")];
  expect(voiceFor("en", voices)?.lang).toBe("en-GB");
  expect(voiceFor("de", voices)?.lang).toBe("de_DE");
  expect(voiceFor("nb", voices)?.lang).toBe("no-NO");
  expect(voiceFor("uk", voices)?.lang).toBe("uk");
});

it("a text in a language without a voice is not read with another language's voice", () => {
  expect(voiceFor("fi", [voice("en-US"), voice("fil-PH")])).toBeNull();
  expect(voiceFor("nb", [voice("nn-NO"), voice("da-DK")])).toBeNull();
  expect(voiceFor("en", [])).toBeNull();
});

it("the system's default voice is preferred", () => {
  expect(voiceFor("en", [voice("en-US"), voice("en-GB", { default: true })])?.lang).toBe("en-GB");
});

it("a network voice is never used, because it would reveal the customer's purchase", () => {
  expect(voiceFor("en", [voice("en-US", { localService: false })])).toBeNull();
});
