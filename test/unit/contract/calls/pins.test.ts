import { describe, expect, it } from "vitest";
import { DEMO_PIN, managerPinWeakness, pinWeakness } from "../../../../contract/calls/pins.ts";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";

/** Returns the share of refused PINs with this many digits. */
function refusedShare(digits: number): number {
  const all = 10 ** digits;
  // Every seventh of the long ones as a sample: all million take a busy machine a minute.
  const step = digits > 4 ? 7 : 1;
  let refused = 0;
  for (let number = 0; number < all; number += step)
    if (pinWeakness(String(number).padStart(digits, "0"))) refused += 1;
  return (refused * step) / all;
}

describe("a manager's PIN", () => {
  it.each([
    ["has a wrong length or other characters", ["12345", "1234567890123", "abcdef", "48151 ", "٤٨١٥١٦"]],
    [
      "is almost a single repeated digit",
      ["111111", "200000", "000007", "424242", "112211", "700007", "696969", "111222"],
    ],
    ["repeats itself", ["123123", "407407", "12341234", "481548154815"]],
    ["counts up or down in equal steps", ["123456", "987654", "901234", "135791", "159371", "99887766"]],
    [
      "consists of doubled or consecutive pairs",
      ["112233", "778811", "102030", "101112", "010203", "142536", "192837", "908070"],
    ],
    ["consists of two consecutive numbers", ["100101", "123124", "200199", "100200", "300200", "123234"]],
    ["is a palindrome", ["123321", "481184", "5091905"]],
    [
      "follows lines of the keypad",
      ["147258", "789456", "159753", "741852", "369258", "456123", "357159", "147369258"],
    ],
    ["follows a path on the keypad", ["147896", "123654", "789632", "236987"]],
    ["is a date", ["170587", "311299", "010100", "290224", "17051987", "19870517"]],
    ["is a common choice", ["292513", "520131", "007007", "112358", "142857"]],
  ])("is refused when it %s", (_, pins) => {
    expect(pins.filter((pin) => managerPinWeakness(pin) === null)).toEqual([]);
  });

  it("is accepted when it is hard to guess", () => {
    const fine = [
      ..."481516 246810 902174 702914 380562 864209 975310 739164 739146 926471 318264 839150".split(" "),
      ..."583920 591735 591736 271828 702915 600014 600027 600053 3141592 48151623 907162534481".split(" "),
    ];
    expect(fine.filter((pin) => managerPinWeakness(pin) !== null)).toEqual([]);
  });

  it("accepts 19 of 20 random PINs, because users write down PINs after many refusals", () => {
    const share = refusedShare(6);
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.05);
  });

  it("is refused when it is the demo's, for a manager and for a cashier", () => {
    expect(managerPinWeakness(DEMO_PIN)).toEqual(reasonFor("pin_demo"));
    expect(pinWeakness(DEMO_PIN)).toEqual(reasonFor("pin_demo"));
  });

  it("is refused with advice for a better one", () => {
    expect(managerPinWeakness("12345")).toEqual(reasonFor("pin_six_digits"));
    expect(managerPinWeakness("147258")).toEqual(reasonFor("pin_pattern"));
    expect(managerPinWeakness("170587")).toEqual(reasonFor("pin_date"));
    expect(managerPinWeakness("292513")).toEqual(reasonFor("pin_common"));
  });
});

describe("a cashier's PIN", () => {
  it.each(["1234", "7777", "1212", "1221", "1122", "2580", "1987", "2000", "1004", "9876", "12345", "2468"])(
    "%s is too easily guessed",
    (pin) => {
      expect(pinWeakness(pin)).not.toBeNull();
    },
  );

  it.each(["4821", "5091", "9081", "4711", "73904"])("%s is accepted", (pin) => {
    expect(pinWeakness(pin)).toBeNull();
  });

  it("accepts 19 of 20 random PINs", () => {
    expect(refusedShare(4)).toBeLessThan(0.06);
  });
});
