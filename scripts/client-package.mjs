/**
 * Packages the API client with types: `node scripts/client-package.mjs FOLDER`. Includes everything its index imports,
 * so an unwanted dependency on the program would be included too.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, runChild } from "./node.mjs";

const CLIENT = "main/service/api";
const NAME = "merchant-payments-client";
const NEEDS = ["jose", "undici", "zod"];

/** Writes the package to a folder, which is created if missing. */
export async function makeClientPackage(folder) {
  mkdirSync(folder, { recursive: true });
  const project = join(folder, "tsconfig.json");
  writeFileSync(project, JSON.stringify(compilation(folder)));
  const compiled = await runChild(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", project]);
  rmSync(project);
  if (compiled !== 0) throw new Error("the client does not compile on its own");
  const { version, license, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const entry = { types: `./${CLIENT}/index.d.ts`, default: `./${CLIENT}/index.js` };
  const description = {
    name: NAME,
    version,
    license,
    description: "A client of the Merchant Payments API",
    type: "module",
    exports: { ".": entry },
    engines: { node: ">=24" },
    dependencies: Object.fromEntries(NEEDS.map((name) => [name, devDependencies[name]])),
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(join(folder, "README.md"), readFileSync(join(ROOT, CLIENT, "README.md")));
}

function nextSteps(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [
    `${name} ${version} is in ${folder}. As one file:`,
    `  npm pack "${folder}" --pack-destination "${dirname(folder)}"`,
    "and in your own project:",
    `  npm install "${join(dirname(folder), `${name}-${version}.tgz`)}"`,
    "or, without that file:",
    `  npm install --install-links "${folder}"`,
  ].join("\n");
}

function compilation(folder) {
  return {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      rewriteRelativeImportExtensions: true,
      rootDir: ROOT,
      outDir: folder,
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
    },
    files: [join(ROOT, CLIENT, "index.ts")],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Usage: node scripts/client-package.mjs FOLDER");
  await makeClientPackage(resolve(folder));
  console.log(nextSteps(resolve(folder)));
}
