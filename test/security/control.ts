/** A test by its file and source title, including placeholders. */
export interface TestReference {
  file: string;
  name: string;
}

/** A security control against one attack, with the tests that prove it. */
export interface Control {
  /** `S1`, `S2`, …: consecutive over all groups */
  id: `S${number}`;
  /** The attack or fault */
  against: string;
  /** The prevention or mitigation */
  by: string;
  /** Files or folders, relative to the project's root */
  code: readonly string[];
  tests: readonly TestReference[];
  /** Why a control has no test */
  untested?: string;
  /** The remaining risk */
  residual: string;
}

/** A section of out/docs/security-controls.md. */
export interface ControlGroup {
  title: string;
  /** Markdown below the heading; empty: none */
  intro: string;
  controls: readonly Control[];
}
