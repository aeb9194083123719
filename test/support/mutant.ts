/** A copy of the built till with a deliberate mistake (a mutant), which the fault suite must detect. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BUILT = join(import.meta.dirname, "../../out");

/** A change of the built program: code that occurs exactly once, and its replacement. */
export interface Mutation {
  find: RegExp;
  put: string;
}

export interface Mutant extends Disposable {
  /** Program for `startProcess` */
  program: string;
  /** Desktop entry */
  desktop: string;
}

/**
 * Copies the built program and changes it.
 * @throws unless the code is found exactly once: a mutation without effect proves nothing
 */
export function buildMutant({ find, put }: Mutation): Mutant {
  // Next to the real program, so that the same packages resolve.
  const folder = mkdtempSync(join(BUILT, "mutant-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const part of ["main", "preload", "renderer"])
      cpSync(join(BUILT, part), join(folder, part), { recursive: true });
    // Written as readable code; the program is minified without spaces.
    const pattern = new RegExp(find.source.replaceAll(" ", "\\s*"), find.flags);
    const everywhere = new RegExp(pattern, "g");
    const places = globSync("{main,preload}/**/*.{js,cjs}", { cwd: folder })
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: readFileSync(path, "utf8") }))
      .filter(({ text }) => pattern.test(text));
    const found = places.reduce((sum, { text }) => sum + (text.match(everywhere)?.length ?? 0), 0);
    const [place] = places;
    if (found !== 1 || !place) throw new Error(`${find} is in the built program ${found} times, not once`);
    writeFileSync(
      place.path,
      place.text.replace(pattern, () => put),
    );
    const entry = (name: string) => join(folder, "main", name);
    return { program: entry("browser.js"), desktop: entry("electron.js"), [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}
