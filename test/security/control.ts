/** A test, by its file and its title as the source has it, with its placeholders. */
export interface TestReference {
  file: string;
  name: string;
}

/** One control against one attack, with the tests that show it. */
export interface Control {
  /** `S1`, `S2`, …: consecutive over all groups */
  id: `S${number}`;
  /** The attack or fault */
  against: string;
  /** What prevents or limits it */
  by: string;
  /** Files or folders, from the project's root */
  code: readonly string[];
  tests: readonly TestReference[];
  /** Why a control has no test */
  untested?: string;
  /** What remains possible */
  residual: string;
}

/** A section of out/docs/security-controls.md. */
export interface ControlGroup {
  title: string;
  /** Markdown below the heading; empty: none */
  intro: string;
  controls: readonly Control[];
}
