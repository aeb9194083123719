import { expect, it } from "vitest";
import { voiceFor } from "../../../../../renderer/kiosk/speech/voices.ts";

const voice = (lang: string, changes: { localService?: boolean; default?: boolean } = {}) => ({
  lang,
  localService: true,
  default: false,
  ...changes,
});

it("a language is read by its own voice, however the system writes it", () => {
  const voices = [voice("en-GB"), voice("de_DE"), voice("no-NO"), voice("uk")];
  expect(voiceFor("en", voices)?.lang).toBe("en-GB");
  expect(voiceFor("de", voices)?.lang).toBe("de_DE");
  expect(voiceFor("nb", voices)?.lang).toBe("no-NO");
  expect(voiceFor("uk", voices)?.lang).toBe("uk");
});

it("a language without a voice is read by none: never by another language's", () => {
  expect(voiceFor("fi", [voice("en-US"), voice("fil-PH")])).toBeNull();
  expect(voiceFor("nb", [voice("nn-NO"), voice("da-DK")])).toBeNull();
  expect(voiceFor("en", [])).toBeNull();
});

it("the system's own choice goes first", () => {
  expect(voiceFor("en", [voice("en-US"), voice("en-GB", { default: true })])?.lang).toBe("en-GB");
});

it("a voice of a service on the network is not used: it would be told what a customer buys", () => {
  expect(voiceFor("en", [voice("en-US", { localService: false })])).toBeNull();
});
