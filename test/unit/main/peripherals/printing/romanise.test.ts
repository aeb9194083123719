import { describe, expect, it } from "vitest";
import { printable } from "../../../../../main/peripherals/printing/code-page.ts";
import { romanised } from "../../../../../main/peripherals/printing/romanise.ts";

describe("Cyrillic in Latin letters", () => {
  // The examples of the resolution itself.
  it.each([
    ["Алушта Андрій", "Alushta Andrii"],
    ["Борщагівка Борисенко", "Borshchahivka Borysenko"],
    ["Ґалаґан Ґорґани", "Galagan Gorgany"],
    ["Єнакієве Гаєвич Короп’є", "Yenakiieve Haievych Koropie"],
    ["Їжакевич Кадиївка Мар’їне", "Yizhakevych Kadyivka Marine"],
    ["Йосипівка Стрий Олексій", "Yosypivka Stryi Oleksii"],
    ["Згорани Розгон", "Zghorany Rozghon"],
    ["Щербухи Гоща Гаращенко", "Shcherbukhy Hoshcha Harashchenko"],
    ["Юрій Корюківка", "Yurii Koriukivka"],
    ["Яготин Костянтин", "Yahotyn Kostiantyn"],
    ["Русь Ькало", "Rus kalo"],
  ])("%s is %s", (ukrainian, latin) => {
    expect(romanised(ukrainian)).toBe(latin);
  });

  it("stays in capitals where a word is in capitals", () => {
    expect(romanised("КОПІЯ ЩЕ Я")).toBe("KOPIIA SHCHE Ya");
  });

  it("leaves everything else as it is", () => {
    expect(romanised("Smørbrød 149,00 kr – don’t")).toBe("Smørbrød 149,00 kr – don’t");
  });

  it("is what a printer without Cyrillic gets, and no other", () => {
    expect(printable("Чек повернення: 149,00 ₴", "cp858")).toBe("Chek povernennia: 149,00 UAH");
    expect(printable("Чек повернення", "windows1251")).toBe("Чек повернення");
    expect(printable("Її ґанок і Єва", "windows1251")).toBe("Її ґанок і Єва");
    // Made for Russian: it has neither і nor ґ.
    expect(printable("Її ґанок і Єва", "cp866")).toBe("Її ганок i Єва");
  });
});
