/**
 * Licence texts of all third-party works that a till ships: bundled code, and what main loads from node_modules. The
 * build writes `licences.json` next to the pages, and fails if a text is missing. The software bill of materials lists
 * the same works.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sbomOf } from "./sbom.mjs";

/** Stored with the pages, and shipped with the listed packages. */
const SBOM_FILE = "sbom.cdx.json";

const TEXT_FILE = /^(licen[cs]e|copying|notice|ofl)/i;

/** Works with the MIT licence in package.json but without a text; each was reviewed. */
const WITHOUT_TEXT = new Set([
  "@canvas/image-data",
  "abstract-logging",
  "lazy-val",
  "pg-types",
  "pgpass",
  "resize-image-data",
  "standardwebhooks",
]);

/**
 * Returns plugins for the parts of one build. Each records what is bundled; `write` of the last one writes the file.
 * @param {string} root the project's folder
 */
export function licences(root) {
  const bundled = new Set();
  const plugin = (end) => {
    const build = { root };
    return {
      name: "till-licences",
      configResolved(config) {
        build.root = config.root;
      },
      generateBundle(_options, bundle) {
        for (const id of bundledIds(this, bundle)) {
          const folder = packageFolder(id);
          // Files are relative to the build's root; modules have absolute paths.
          if (folder !== null) bundled.add(resolve(build.root, folder));
        }
        end?.(this);
      },
    };
  };
  return {
    collect: () => plugin(),
    write: () =>
      plugin((context) => {
        const shipped = licencesOf([...bundled, ...loadedFolders(root)]);
        context.emitFile({ type: "asset", fileName: "licences.json", source: JSON.stringify(shipped) });
        context.emitFile({ type: "asset", fileName: SBOM_FILE, source: sbomOf(shipped, root) });
      }),
  };
}

/** Modules, styles and files: style modules are no longer in any chunk. */
function bundledIds(context, bundle) {
  const styles = [...context.getModuleIds()].filter((id) => /\.css($|\?)/.test(id));
  const outputs = Object.values(bundle).flatMap((output) =>
    output.type === "chunk" ? output.moduleIds : output.originalFileNames,
  );
  return [...styles, ...outputs];
}

/**
 * Returns the package folder of a bundled file.
 * @param {string} id as the bundler names a module
 * @returns {string | null} null for the project's own
 */
export function packageFolder(id) {
  const path = id.replace(/^\0/, "").replace(/\?.*$/, "").replaceAll("\\", "/");
  const match = /^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
  return match === null ? null : match[0];
}

/** Returns the folders of production dependencies, which are shipped unbundled. */
export function loadedFolders(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional && existsSync(join(root, path)))
    .map(([path]) => join(root, path));
}

/**
 * @param {readonly string[]} folders of packages
 * @returns {{name: string, version: string, licence: string, text: string}[]} by name, each version once
 * @throws if a text is missing
 */
export function licencesOf(folders) {
  const works = new Map(folders.map(workIn).map((work) => [keyOf(work), work]));
  return [...works.values()].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

function keyOf({ name, version }) {
  return `${name}@${version}`;
}

function workIn(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && TEXT_FILE.test(file.name),
  );
  const texts = files.map((file) => readFileSync(join(folder, file.name), "utf8").trim()).filter((text) => text !== "");
  const text = texts.join("\n\n") || standardText(name, license, author);
  if (text === null)
    throw new Error(`${name} ${version} is shipped, and has no licence text (${license ?? "none named"})`);
  return { name, version, licence: typeof license === "string" ? license : "see text", text };
}

function standardText(name, license, author) {
  if (license !== "MIT" || !WITHOUT_TEXT.has(name)) return null;
  const holder =
    (typeof author === "string" ? author.replace(/\s*<.*$/, "") : author?.name) || `the authors of ${name}`;
  return `MIT License\n\nCopyright (c) ${holder}\n\n${MIT}`;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
