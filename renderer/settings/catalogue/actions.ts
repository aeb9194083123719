import { failed, invalidField } from "../../../contract/calls/errors.ts";
import { CATALOGUE_BYTES, type Catalogue, type ReadCatalogueFile } from "../../../contract/catalogue/catalogue.ts";
import type { CounterSettings } from "../../../contract/catalogue/counter.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { type DecodedText, decodeText, type TextEncoding } from "../../../contract/values/text-files.ts";
import { fileName, saveFile } from "../../kit/browser.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";
import { smallPicture } from "./picture.ts";

export interface ImportChoice {
  /** Omitted: detected or guessed */
  encoding?: TextEncoding;
  columns: Record<string, string>;
}

/** The catalogue after the import, and the file's encoding. */
export type ImportedFile = ReadCatalogueFile & Omit<DecodedText, "text">;

export function catalogueActions({ store }: ActionPorts, caller: Caller, readCatalogue: () => Promise<void>) {
  const tooLarge = () => {
    const fields = [invalidField("CSV", reasonFor("csv_size", { most: CATALOGUE_BYTES / 1024 ** 2 }))];
    const error = failed("invalid_input", { fields }).error;
    store.setState({ failure: error });
    return null;
  };
  return {
    /**
     * Saves a changed catalogue based on a version.
     * @returns null when saved; otherwise the version for the next attempt, newer after a conflict
     */
    async saveCatalogue({ version, categories, products }: Catalogue): Promise<number | null> {
      const result = await caller.callExclusive("catalogue", "catalogue.set", { version, categories, products });
      if (result?.ok) {
        store.setState(({ shelf }) => ({ shelf: { ...shelf, catalogue: result.value } }));
        return null;
      }
      if (result?.error.code !== "conflict") {
        if (result) store.setState({ failure: result.error });
        return version;
      }
      await readCatalogue();
      store.setState({ failure: result.error });
      return store.getState().shelf.catalogue?.version ?? version;
    },
    /** @returns the picture's id; null: not a picture; undefined: rejected, and the failure is shown */
    async addPicture(file: Blob): Promise<string | null | undefined> {
      const data = await smallPicture(file);
      if (data === null) return null;
      return (await caller.callOrShowFailure("picture", "catalogue.addPicture", { data }))?.picture;
    },
    /** Reads a spreadsheet file without importing it; null: the failure is shown. */
    async readCatalogueFile(bytes: Uint8Array, choice: ImportChoice): Promise<ImportedFile | null> {
      const { text, ...decoded } = decodeText(bytes, store.getState().terminal?.locale ?? "en", choice.encoding);
      const input = { text, columns: choice.columns };
      if (new Blob([JSON.stringify(input)]).size > CATALOGUE_BYTES) return tooLarge();
      const read = await caller.callOrShowFailure("catalogue", "catalogue.readCsv", input);
      return read && { ...read, ...decoded };
    },
    /** @param name of the file, without extension */
    async exportCatalogue(name: string) {
      const { language, terminal } = store.getState();
      const file = await caller.callOrShowFailure("catalogue", "catalogue.csv", { language });
      const posId = terminal?.pos.id ?? "";
      if (file !== null) saveFile(fileName(posId, `-${name}.csv`), file.text, "text/csv;charset=utf-8");
    },
    saveCounter: async (settings: CounterSettings): Promise<boolean> =>
      (await caller.callOrShowFailure("counter", "counter.set", settings)) !== null,
  };
}
