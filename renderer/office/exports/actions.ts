import type { CsvOptions, Export, ExportFile, SaftDetails } from "../../../contract/accounting/exports.ts";
import { saveFile } from "../../kit/browser.ts";
import type { ExportsState } from "../../store/office-state.ts";
import { type ActionPorts, type Caller, changer } from "../../store/ports.ts";

const TYPES: Record<ExportFile["part"], string> = {
  payments: "text/csv",
  movements: "text/csv",
  everything: "application/json",
  saft: "application/xml",
  key: "application/x-pem-file",
};

export function exportsActions({ store, client }: ActionPorts, caller: Caller) {
  const change = changer(store, "exports");
  /** @param made the export just created */
  const readExports = async (made: string | null = null) => {
    change({ status: "loading", made: null });
    const [list, options] = await Promise.all([client.call("export.list", {}), client.call("export.options", {})]);
    if (!list.ok || !options.ok) return change({ status: "failed" });
    const { items, folder } = list.value;
    change({ status: "idle", items, folder, options: options.value, made });
  };
  return {
    readExports,
    selectExport(selection: Partial<ExportsState["selection"]>) {
      // A new choice no longer matches the created export.
      change({ selection: { ...store.getState().exports.selection, ...selection }, made: null });
    },
    changeCsv(csv: Partial<CsvOptions>) {
      const { options } = store.getState().exports;
      if (options) change({ options: { ...options, csv: { ...options.csv, ...csv } } });
    },
    changeSaft(saft: Partial<SaftDetails>) {
      const { options } = store.getState().exports;
      if (options) change({ options: { ...options, saft: { ...options.saft, ...saft } } });
    },
    async makeExport() {
      const { selection, options } = store.getState().exports;
      if (options === null) return;
      change({ isMaking: true, progress: null, made: null });
      const result = await caller.callExclusive("makeExport", "export.make", { ...selection, options });
      if (result === null) return;
      change({ isMaking: false, progress: null });
      if (!result.ok) return store.setState({ failure: result.error });
      await readExports(result.value.exportId);
    },
    async downloadExport({ exportId }: Export, { name, part }: ExportFile) {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const result: Awaited<ReturnType<typeof piece>> = await piece(exportId, name, offset);
        if (!result.ok) return store.setState({ failure: result.error });
        pieces.push(Uint8Array.from(atob(result.value.data), (character) => character.charCodeAt(0)));
        offset = result.value.next;
      }
      saveFile(name, pieces, TYPES[part]);
    },
    async savePaymentFile(posTid: string) {
      const file = await caller.callOrShowFailure(`paymentFile ${posTid}`, "payment.file", { posTid });
      if (file !== null) saveFile(file.name, file.content, "application/json");
    },
  };
  function piece(exportId: string, name: string, offset: number) {
    return client.call("export.read", { exportId, name, offset });
  }
}
