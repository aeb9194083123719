/** Finds components without a story: compares what React shows with what the kit and the screens export. */
import type { ComponentType } from "react";
import * as parts from "../renderer/app/parts.ts";
import { SETTINGS_SECTIONS } from "../renderer/app/settings-sections.ts";
import { REPORT_SECTIONS } from "../renderer/office/reports/sections.ts";

const KIT = import.meta.glob<Record<string, unknown>>("../renderer/kit/**/*.tsx", { eager: true });

/** Components of the kit, the loaded parts of the window, and the sections, by name. */
function exportedComponents(): ReadonlyMap<unknown, string> {
  const modules = [
    ...Object.values(KIT),
    ...Object.values(parts).map((part) => ("module" in part ? part.module() : null)),
  ];
  const found = modules.flatMap((module) => Object.entries(module ?? {}));
  const sections = [...SETTINGS_SECTIONS, ...REPORT_SECTIONS].map(
    ({ id, Component }) => [`Section ${id}`, Component] as const,
  );
  const components = found.filter(([name, value]) => typeof value === "function" && /^[A-Z]/.test(name));
  return new Map([...components, ...sections].map(([name, component]) => [component, name]));
}

interface Fiber {
  /** Of the root: the tree on the page */
  stateNode: { current: Fiber };
  type: ComponentType | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Returns the names of all exported components, and of those on the page. */
export function coverage(): { exported: string[]; shown: string[] } {
  const exported = exportedComponents();
  const shown = new Set<string>();
  const visit = (first: Fiber | null) => {
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      const name = exported.get(fiber.type);
      if (name !== undefined) shown.add(name);
      visit(fiber.child);
    }
  };
  const root = document.getElementById("storybook-root");
  for (const [key, value] of Object.entries(root ?? {}))
    if (key.startsWith("__reactContainer$")) visit(value.stateNode.current);
  return { exported: [...exported.values()], shown: [...shown] };
}

declare global {
  interface Window {
    coverage: typeof coverage;
  }
}
