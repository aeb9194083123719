import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, it } from "vitest";
import { journalEvents } from "../../../contract/journal/events.ts";

/** A text such as `"till.started"` or `` `operation.${state}` ``; a type has `${string}` or a quoted name instead. */
const NAME = /(["`])([a-zA-Z]+\.(?:[a-zA-Z]|\$\{(?!string\}|")[^}]*\})+)\1/g;

it("every event of the journal that is not retired is named in main", async () => {
  const names: string[] = [];
  for await (const file of glob("main/**/*.ts"))
    for (const [, , name = ""] of readFileSync(file, "utf8").matchAll(NAME)) names.push(name);
  const patterns = [...new Set(names)].map((name) => name.replace(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[a-zA-Z]+"));
  const isNamed = new RegExp(`^(?:${patterns.join("|")})$`);
  const written = journalEvents(({ isRetired }) => !isRetired);
  expect(written.length).toBeGreaterThan(180);
  expect(written.filter((event) => !isNamed.test(event))).toEqual([]);
});
