import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const { inOneByte, withLaterHttp2, withLaterModules, withoutLazyModules } = (await import(
  join(import.meta.dirname, "../../../build/vite/lean-program.mjs")
)) as Record<"inOneByte" | "withLaterHttp2" | "withLaterModules" | "withoutLazyModules", (code: string) => string>;

describe("a lean program", () => {
  it("is equivalent with one byte per character", () => {
    const code = `["•••1234 złoty på", \`\u{1f600} – \${1 + 1}\`, /^–\\u2022$/.test("–•"), "\\\\–"]`;
    const lean = inOneByte(code);
    expect(lean).not.toMatch(/[^\0-\x7f]/);
    expect(runInNewContext(lean)).toEqual(runInNewContext(code));
  });

  it("is not made when that would change its meaning", () => {
    expect(() => inOneByte('/\\–/.test("–")')).toThrow(/backslash/);
  });

  it("loads HTTPS, HTTP/2 and compression when one of them is requested", () => {
    const asked: string[] = [];
    const getBuiltinModule = (name: string) => {
      asked.push(name);
      return { createServer: () => name };
    };
    const lean = withLaterModules(
      "const a=__require(`node:https`),b=__require('node:http2'),c=__require(`zlib`);() => [asked(),a.createServer(),b.createServer(),c.createServer()]",
    );
    const uses = runInNewContext(lean, { process: { getBuiltinModule }, asked: () => asked.length });
    expect(uses()).toEqual([0, "node:https", "node:http2", "zlib"]);
  });

  it("loads undici's client of HTTP/2 when a service speaks it", () => {
    const asked: string[] = [];
    const require_client_h2 = () => {
      asked.push("client");
      return (...given: string[]) => given;
    };
    const lean = withLaterHttp2(
      "var connectH2=require_client_h2();() => [asked(),connectH2('client','socket'),asked()]",
    );
    const uses = runInNewContext(lean, { require_client_h2, asked: () => asked.length });
    expect(uses()).toEqual([0, ["client", "socket"], 1]);
    expect(() => withLaterHttp2("const { connect } = require_client_h2();")).toThrow(/HTTP\/2 client has changed/);
    expect(() => withLaterHttp2("connectH2=require_client_h2();var again=require_client_h2();")).toThrow(/has changed/);
  });

  it("has the Node module members that it uses, under their original names", () => {
    const leanOf = (names: string, module: string) => withoutLazyModules(`import{${names}}from"${module}";`);
    expect(leanOf("createServer as a,request", "node:http")).toBe(
      'const {createServer:a,request}=process.getBuiltinModule("node:http");',
    );
    expect(leanOf("a\n  as b", "node:v8")).toBe('const {a:b}=process.getBuiltinModule("node:v8");');
    expect(leanOf("b", "node:fs/promises")).toBe('const {b}=process.getBuiltinModule("node:fs/promises");');
    for (const [names, module] of [
      ["default as c", "node:fs"],
      ["d", "zod"],
    ] as const)
      expect(leanOf(names, module)).toBe(`import{${names}}from"${module}";`);
  });
});
