import type { TestReference } from "../security/control.ts";

/** A field, endpoint, event or rule of the specification, with its code and tests. */
export interface Requirement {
  /** Markdown; a name of the specification is in backticks */
  what: string;
  /** Files, from the project's root */
  code: readonly string[];
  tests: readonly TestReference[];
  /** What the code does differently, if anything */
  note?: string;
}

/** A section of out/docs/specification.md. */
export interface Section {
  /** Begins with the number of the section, or of the decision in docs/protocol.md */
  title: string;
  /** Markdown below the heading; empty: none */
  intro: string;
  requirements: readonly Requirement[];
}
