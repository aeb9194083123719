import { describe, expect, it } from "vitest";
import { ledgerAddressProblem, ledgerConnection, withoutPassword } from "../../../../contract/integration/ledger.ts";

describe("an address of the ledger", () => {
  it.each([
    ["postgres://till@db.example/ledger", null],
    ["postgresql://till:p%40ss@db.example:6432/ledger?sslmode=verify-full", null],
    ["postgres://till@127.0.0.1/ledger?sslmode=disable", null],
    ["postgres://till@db.example/ledger?sslmode=disable", "plain"],
    ["postgres://till@db.example/ledger?sslmode=require", "parameter"],
    ["postgres://till@db.example/ledger?host=evil.example", "parameter"],
    ["postgres://till@db.example/ledger?sslmode=verify-full&sslmode=disable", "parameter"],
    ["postgres://db.example/ledger", "user"],
    ["postgres://till@db.example", "database"],
    ["postgres://till@db.example/a/b", "database"],
    ["mysql://till@db.example/ledger", "address"],
    ["db.example", "address"],
  ])("%s", (url, problem) => {
    expect(ledgerAddressProblem(url)).toBe(problem);
  });

  it.each([
    ["postgres://till@127.0.0.1/ledger", null, false],
    ["postgres://till@localhost/ledger", null, false],
    ["postgres://till@[::1]/ledger", null, false],
    ["postgres://till@127.0.0.1/ledger", "PEM", true],
    ["postgres://till@127.0.0.1/ledger?sslmode=verify-full", null, true],
    ["postgres://till@10.0.0.5/ledger", null, true],
    ["postgres://till@localhost.example/ledger", null, true],
    ["postgres://till@127.0.0.1.example/ledger", null, true],
  ])("%s with the authority %s is encrypted: %s", (url, ca, encrypted) => {
    const { ssl } = ledgerConnection(url, ca);
    expect(ssl !== false).toBe(encrypted);
    if (ssl) expect(ssl).toMatchObject({ rejectUnauthorized: true, ca: ca ?? undefined });
  });

  it("is parsed with its escapes, and separates the password", () => {
    const { url, password } = withoutPassword("postgres://k%C3%B8:p%40ss%2F@db.example:6432/l%20g");
    expect(url).not.toContain("ss");
    expect(password).toBe("p@ss/");
    expect(ledgerConnection(url, null, password)).toMatchObject({
      host: "db.example",
      port: 6432,
      database: "l g",
      user: "kø",
      password: "p@ss/",
    });
  });
});
