/**
 * `npm run bench [-- NAME …]`: builds the program and the benchmarks, measures, and prints a table. The benchmarks are
 * bundled like the program, because separate modules would be slower.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { onProjectNode, ROOT } from "./node.mjs";

const OUT = join(ROOT, "out", "bench");

await onProjectNode(import.meta.url, async () => {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  if (process.env.TILL_BENCH_BUILT !== "1" || !existsSync(join(OUT, "main.js"))) await buildBenchmarks();
  // Each row runs in its own process, which need not build again.
  process.env.TILL_BENCH_BUILT = "1";
  const { bench } = await import(pathToFileURL(join(OUT, "main.js")).href);
  const again = [process.execPath, ...process.execArgv, join(ROOT, "scripts", "bench.mjs")];
  return await bench(process.argv.slice(2), again);
});

async function buildBenchmarks() {
  const { build } = await import("vite");
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    plugins: [ownPlaces()],
    build: {
      ssr: true,
      outDir: OUT,
      target: "node24",
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { main: join(ROOT, "test/bench/main.ts") },
        external: [/^node:/, /scripts[\\/].*\.mjs$/],
        output: { format: "esm", entryFileNames: "[name].js" },
      },
    },
  });
}

/** Replaces `import.meta` paths, which differ in a bundle. */
function ownPlaces() {
  return {
    name: "own-places",
    transform(code, id) {
      const [path] = id.split("?");
      if (!path.endsWith(".ts") || !code.includes("import.meta.")) return null;
      return code
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
    },
  };
}
