import type { HealthReport, SupportBundle } from "../../contract/diagnostics.ts";
import type { UpdateView } from "../../contract/updates.ts";

/** What the health page and the updates show, as it was last read. */
export interface DiagnosticsState {
  health: HealthReport | null;
  healthStatus: "idle" | "loading" | "failed";
  /** Made since the page was opened */
  bundle: SupportBundle | null;
  updates: UpdateView | null;
  /** The version that is being installed: the till is about to stop */
  installing: string | null;
}

export const NOTHING_LOOKED_AT: DiagnosticsState = {
  health: null,
  healthStatus: "idle",
  bundle: null,
  updates: null,
  installing: null,
};
