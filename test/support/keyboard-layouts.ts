/** Keys that a scanner set to a US keyboard presses, and what they type on keyboards of other countries (ISO, Windows). */
export interface PressedKey {
  key: string;
  code: string;
  shiftKey: boolean;
}

export type Layout = "us" | "nb" | "de" | "fr";

const CODES = [
  ..."1234567890".split("").map((digit) => `Digit${digit}`),
  ...["Minus", "Equal"],
  ..."QWERTYUIOP".split("").map((letter) => `Key${letter}`),
  ...["BracketLeft", "BracketRight", "Backslash"],
  ..."ASDFGHJKL".split("").map((letter) => `Key${letter}`),
  ...["Semicolon", "Quote"],
  ..."ZXCVBNM".split("").map((letter) => `Key${letter}`),
  ...["Comma", "Period", "Slash"],
];

/** Characters of each of {@link CODES}, without and with Shift; `†` is a dead key. */
const TYPED: Record<Layout, readonly [string, string]> = {
  us: ["1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", '!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'],
  nb: ["1234567890+†qwertyuiopå†'asdfghjkløæzxcvbnm,.-", '!"#¤%&/()=?†QWERTYUIOPÅ†*ASDFGHJKLØÆZXCVBNM;:_'],
  de: ["1234567890ß†qwertzuiopü+#asdfghjklöäyxcvbnm,.-", "!\"§$%&/()=?†QWERTZUIOPÜ*'ASDFGHJKLÖÄYXCVBNM;:_"],
  fr: ["&é\"'(-è_çà)=azertyuiop†$*qsdfghjklmùwxcvbn,;:!", "1234567890°+AZERTYUIOP†£µQSDFGHJKLM%WXCVBN?./§"],
};

/** Returns the keys of a text on a US keyboard, with their characters on another. Accepts US characters only. */
export function usKeys(text: string, layout: Layout): PressedKey[] {
  return [...text].map((character) => {
    const shiftKey = !TYPED.us[0].includes(character);
    const index = TYPED.us[shiftKey ? 1 : 0].indexOf(character);
    const code = CODES[index];
    const key = [...TYPED[layout][shiftKey ? 1 : 0]][index];
    if (code === undefined || key === undefined) throw new Error(`no key of a US keyboard types ${character}`);
    return { key: key === "†" ? "Dead" : key, code, shiftKey };
  });
}
