import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, type FieldProblem, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { Catalogue, CatalogueContent, Picture } from "../../../contract/catalogue/catalogue.ts";
import { COUNTER_ROWS, type CounterSettings } from "../../../contract/catalogue/counter.ts";
import type { JournalEntry } from "../../../contract/journal/events.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { operatorLanguageOf } from "../../../contract/values/customer-language.ts";
import { picturesIn } from "../../../contract/values/setting-rows.ts";
import { standardRate } from "../../../contract/values/vat.ts";
import type { OperatorContext } from "../../people/context.ts";
import { transact } from "../../storage/database/database.ts";
import { openCatalogue } from "./catalogue-store.ts";
import { counterSettings } from "./counter-settings.ts";
import { catalogueCsv, readCatalogueCsv } from "./csv.ts";
import { openPictures, type Pictures } from "./pictures.ts";

type CatalogueContext = Pick<
  OperatorContext,
  "clock" | "database" | "events" | "journal" | "settings" | "signals" | "staff"
>;

export function catalogueModule(context: CatalogueContext) {
  const { clock, database, events, journal, settings, signals, staff } = context;
  const pictures = openPictures(database);
  const catalogue = openCatalogue(database, settings, {
    hasPicture: pictures.has,
    onPut: (...change) => notePriceChanges(context, ...change),
    now: clock.now(),
  });
  const counter = counterSettings(database, settings);
  const removeUnused = (now: number) => pictures.removeUnused(picturesOf(catalogue.get(), counter.get()), now);
  const change = (write: (now: number) => JournalEntry<"settings.catalogue" | "settings.counter">) =>
    transact(database, () => {
      const now = clock.now();
      journal.append({ ...write(now), actor: staff.actor() }, now);
      removeUnused(now);
    });
  return {
    inForce: { catalogue: catalogue.get, counter: counter.get },
    commands: {
      "catalogue.get": (): Result<Catalogue> => done(catalogue.get()),
      "catalogue.set"({ version, ...content }: CommandInput<"catalogue.set">): Result<Catalogue> {
        if (version !== undefined && version !== catalogue.get().version)
          return failed("conflict", { because: reasonFor("catalogue_changed") });
        const problems = missingPictures(content, pictures);
        if (problems.length > 0) return failed("invalid_input", { fields: problems });
        change((now) => changesOf(catalogue.get(), catalogue.put(content, now)));
        events.publish({ type: "catalogue.changed", version: catalogue.get().version });
        return done(catalogue.get());
      },
      "catalogue.addPicture"({ data }: CommandInput<"catalogue.addPicture">) {
        removeUnused(clock.now());
        return pictures.add(Buffer.from(data, "base64"), clock.now());
      },
      "catalogue.readCsv": ({ text, columns }: CommandInput<"catalogue.readCsv">) => {
        const usualVatRate = counter.get().keyedVatRate ?? standardRate(settings.locale);
        const { version, ...content } = catalogue.get();
        return done({ version, ...readCatalogueCsv(text, content, { ...settings, usualVatRate }, columns) });
      },
      "catalogue.csv": ({ language = operatorLanguageOf(settings.locale) }: CommandInput<"catalogue.csv">) =>
        done({ text: catalogueCsv(catalogue.get(), settings, language) }),
      "catalogue.picture"({ picture }: CommandInput<"catalogue.picture">): Result<Picture> {
        const stored = pictures.find(picture);
        return stored ? done(stored) : failed("not_found", { because: reasonFor("picture_unknown") });
      },
      "counter.get": (): Result<CounterSettings> => done(counter.get()),
      "counter.set"(next: CommandInput<"counter.set">): Result<CounterSettings> {
        if (next.logo !== null && !pictures.has(next.logo))
          return failed("invalid_input", { fields: [invalidField("logo", reasonFor("field_picture"))] });
        change(() => {
          counter.set(next);
          const data = { ...next, tips: next.tips && canonicalJson(next.tips) };
          return { event: "settings.counter", data };
        });
        signals.emit("terminal.outdated");
        return done(counter.get());
      },
    },
  };
}

function missingPictures({ products }: CatalogueContent, pictures: Pictures): FieldProblem[] {
  return products.flatMap(({ picture }, index) =>
    picture === undefined || pictures.has(picture)
      ? []
      : [invalidField(`products[${index}].picture`, reasonFor("field_picture"))],
  );
}

function picturesOf({ products }: Catalogue, counter: CounterSettings): ReadonlySet<string> {
  return new Set([...products.flatMap(({ picture }) => picture ?? []), ...picturesIn(COUNTER_ROWS, counter)]);
}

/** Journals price changes in minor units. */
function notePriceChanges(
  { journal, settings, staff }: CatalogueContext,
  before: Catalogue,
  after: Catalogue,
  now: number,
): void {
  const prices = new Map(before.products.map(({ id, amount }) => [id, amount]));
  for (const { id, name, amount } of after.products) {
    const old = prices.get(id);
    if (old === undefined || old === amount) continue;
    const data = { product: id, name, before: old, after: amount, currency: settings.currency };
    journal.append({ event: "product.priceChanged", actor: staff.actor(), data }, now);
  }
}

/** Counts added, removed and changed products. */
function changesOf(before: Catalogue, after: Catalogue): JournalEntry<"settings.catalogue"> {
  const old = new Map(before.products.map((product) => [product.id, canonicalJson(product)]));
  const retained = after.products.filter(({ id }) => old.has(id));
  const data = {
    version: after.version,
    products: after.products.length,
    added: after.products.length - retained.length,
    removed: before.products.length - retained.length,
    changed: retained.filter((product) => old.get(product.id) !== canonicalJson(product)).length,
  };
  return { event: "settings.catalogue", data };
}
