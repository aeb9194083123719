import { describe, expect, it } from "vitest";
import { printable } from "../../../../../main/peripherals/printing/code-page.ts";
import { romanised } from "../../../../../main/peripherals/printing/romanise.ts";

describe("Cyrillic in Latin letters", () => {
  // The resolution's own examples.
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

  it("stays in capitals within a word in capitals", () => {
    expect(romanised("КОПІЯ ЩЕ Я")).toBe("KOPIIA SHCHE Ya");
  });

  it("leaves everything else unchanged", () => {
    expect(romanised("Smørbrød 149,00 kr – don’t")).toBe("Smørbrød 149,00 kr – don’t");
  });

  it("is only used for a printer without Cyrillic", () => {
    expect(printable("Чек повернення: 149,00 ₴", "cp858")).toBe("Chek povernennia: 149,00 UAH");
    expect(printable("Чек повернення", "windows1251")).toBe("Чек повернення");
    expect(printable("Її ґанок і Єва", "windows1251")).toBe("Її ґанок і Єва");
    // A Russian code page: it has neither і nor ґ.
    expect(printable("Її ґанок і Єва", "cp866")).toBe("Її ганок i Єва");
  });
});
