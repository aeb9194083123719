/** What the export screen knows. */
import type { Export, ExportKind, ExportOptions, ExportProgress } from "../../contract/exports.ts";

export interface ExportsState {
  items: Export[];
  /** Where the files are on this machine */
  folder: string;
  options: ExportOptions | null;
  status: "idle" | "loading" | "failed";
  /** What is being asked for: business days, `2026-11-20`; empty: not chosen yet */
  wish: { kind: ExportKind; from: string; to: string };
  isMaking: boolean;
  progress: ExportProgress | null;
  /** The export that was made last in this window */
  made: string | null;
}

export const EXPORTS_UNREAD: ExportsState = {
  items: [],
  folder: "",
  options: null,
  status: "idle",
  wish: { kind: "csv", from: "", to: "" },
  isMaking: false,
  progress: null,
  made: null,
};
