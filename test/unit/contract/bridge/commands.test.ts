import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName, commandRow } from "../../../../contract/bridge/commands.ts";
import { WEAK_VAULT_SENTENCES } from "../../../../contract/configuration/keys.ts";
import { expectedReason } from "../../../../contract/reasons/reasons.ts";
import { DEFAULT_ROLES, PERMISSIONS, roleHasPermission, type StaffRole } from "../../../../contract/values/roles.ts";
import { roleCanCall } from "../../../../main/bridge/rights.ts";

const ROLES: (StaffRole | null)[] = [null, "cashier", "manager", "owner"];

const names = Object.keys(COMMANDS) as CommandName[];

describe("permissions", () => {
  it("let each role do more than the role below", () => {
    for (const permission of PERMISSIONS) {
      const may = ROLES.map((role) => roleHasPermission(role, permission, DEFAULT_ROLES));
      expect(may).toEqual([...may].sort());
    }
    expect(roleHasPermission("manager", "settings", DEFAULT_ROLES)).toBe(false);
  });

  it.each<[CommandName, boolean, boolean, boolean]>([
    ["payment.start", true, true, true],
    ["payment.capture", true, true, true],
    ["terminal.get", true, true, true],
    ["payment.refund", false, true, true],
    ["queue.retry", false, true, true],
    ["queue.discard", false, true, true],
    ["shell.leaveKiosk", false, true, true],
    ["shell.enterKiosk", true, true, true],
  ])("permit %s to the right roles", (command, cashier, manager, owner) => {
    expect(roleCanCall(null, command, DEFAULT_ROLES)).toBe(cashier);
    expect(roleCanCall("cashier", command, DEFAULT_ROLES)).toBe(cashier);
    expect(roleCanCall("manager", command, DEFAULT_ROLES)).toBe(manager);
    expect(roleCanCall("owner", command, DEFAULT_ROLES)).toBe(owner);
  });

  it("have no unused row", () => {
    const asked = new Set<string>(
      names.flatMap((name) => [commandRow(name).needs ?? [], commandRow(name).mayNeed ?? []].flat()),
    );
    expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual([]);
  });

  it("require nothing for read-only commands, and inherit nothing into a row", () => {
    expect(commandRow("terminal.get").needs).toBeUndefined();
    expect(Object.hasOwn(commandRow("payment.refund"), "needs")).toBe(true);
    for (const name of ["constructor", "toString", "__proto__"]) expect(Object.hasOwn(COMMANDS, name)).toBe(false);
  });
});

describe("a command's row", () => {
  it("that can be approved requires a right that some roles lack", () => {
    for (const name of names.filter((command) => commandRow(command).approvable)) {
      const { mayNeed } = commandRow(name);
      expect([
        name,
        roleCanCall(null, name, DEFAULT_ROLES) &&
          (mayNeed === undefined || roleHasPermission(null, mayNeed, DEFAULT_ROLES)),
      ]).toEqual([name, false]);
    }
  });

  it("that works while locked requires no right that an unnamed user lacks", () => {
    for (const name of names.filter((command) => commandRow(command).whileLocked))
      expect([name, roleCanCall(null, name, DEFAULT_ROLES)]).toEqual([name, true]);
  });

  it("is open to kiosk customers exactly as the manual says", () => {
    const manual = readFileSync(new URL("../../../../docs/kiosk.md", import.meta.url), "utf8");
    const section = /## Commands of a locked kiosk window\n(.*?)\n## /s.exec(manual)?.[1] ?? "";
    const documented = section.matchAll(/`([a-z]+\.[a-zA-Z.]+)`/g);
    const isWindows = (name: CommandName) => commandRow(name).byCustomer !== "alone";
    const open = names.filter(
      (name) => isWindows(name) && ["always", "kiosk"].includes(commandRow(name).whileLocked ?? ""),
    );
    expect(Array.from(documented, ([, name]) => name).sort()).toEqual(open.sort());
  });

  it("open in the first run belongs to the owner afterwards, and signing in is always open", () => {
    expect(names.filter((name) => commandRow(name).firstRun && commandRow(name).needs !== "access")).toEqual([]);
    expect(names.filter((name) => commandRow(name).signsIn && commandRow(name).whileLocked !== "always")).toEqual([]);
  });

  it.each<[CommandName, object]>([
    ["staff.add", { role: "cashier", pin: "481516" }],
    ["staff.change", { id: "x" }],
    ["staff.claimOwner", { pin: "481516" }],
    ["staff.setRole", { rights: [], refundLimit: null }],
    ["register.add", { rights: ["sell"], refundLimit: null }],
    ["vault.acceptWeak", { sentence: WEAK_VAULT_SENTENCES.en }],
  ])("of %s accepts a one-line name without control characters", (command, input) => {
    const fieldsOf = (name: string) =>
      commandRow(command)
        .input.safeParse({ ...input, name })
        .error?.issues.map(({ path, message }) => [path[0], message]);
    expect(fieldsOf(" Åse Ødegård ")).toBeUndefined();
    for (const name of ["a\u0000b", "a\nb", "a\u007fb", "a\u0085b"])
      expect(fieldsOf(name)).toEqual([["name", expectedReason("field_one_line")]]);
  });

  const MESSY = " Bla\u030abær\u200e \u00a0 A\u00ads ";
  const PRODUCT = { id: "a", name: "A", amount: 100, vatRate: 2500 };

  it.each<[CommandName, object, string]>([
    ["staff.add", { name: MESSY, role: "cashier", pin: "481516" }, "name"],
    ["staff.setRole", { name: MESSY, rights: [], refundLimit: null }, "name"],
    ["register.add", { name: MESSY, rights: ["sell"], refundLimit: null }, "name"],
    ["sticker.create", { name: MESSY }, "name"],
    ["settlement.begin", { name: MESSY }, "name"],
  ])("of %s %j stores a name in its visible form", (command, input, path) => {
    const { data } = commandRow(command).input.safeParse(input);
    const value = path.split(".").reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], data);
    expect(value).toBe("Blåbær As");
  });

  it("of staff.add rejects a name of only invisible characters", () => {
    const name = "\u200e\u00ad \u2060";
    const { error } = commandRow("staff.add").input.safeParse({ name, role: "cashier", pin: "481516" });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["name", expectedReason("field_person_name")],
    ]);
  });

  it.each<[CommandName, object]>([
    [
      "catalogue.set",
      {
        categories: [{ id: "o\u0308", name: "O" }],
        products: [{ ...PRODUCT, id: "bla\u030a  b", category: "o\u0308", slot: "A\u030a1" }],
      },
    ],
    ["sticker.rename", { id: "bla\u030a  b", name: "A" }],
    ["vend.start", { items: [{ productId: "bla\u030a  b", quantity: 1 }] }],
    ["register.addWebhook", { url: "https://hook.example/", register: "A\u030a  b" }],
    [
      "payment.start",
      {
        action: "SALE",
        amount: 100,
        lines: [{ name: "A\u030a  b", quantity: 1, unitAmount: 100, productId: "o\u0308" }],
      },
    ],
  ])("of %s changes no identifiers, and no request that is identified by its digest", (command, input) => {
    expect(commandRow(command).input.safeParse(input).data).toEqual(input);
  });

  it.each<[CommandName, object, string]>([
    ["staff.signIn", {}, "pin"],
    ["staff.add", { name: "A", role: "cashier" }, "pin"],
  ])("of %s %j accepts a pasted PIN without its direction marks", (command, input, field) => {
    const { data } = commandRow(command).input.safeParse({ ...input, [field]: "\u202a48\u200b1516\u202c" });
    expect(data).toMatchObject({ [field]: "481516" });
  });

  it("of payment.start accepts a pasted phone number without its direction marks", () => {
    const customer = { kind: "phone", value: "\u202a4798765432\u202c" };
    const { data } = commandRow("payment.start").input.safeParse({ action: "SALE", amount: 100, customer });
    expect(data).toMatchObject({ customer: { value: "4798765432" } });
  });

  it("names the commands that a PIN may approve, and accepts no others", () => {
    const asked = (command: string) =>
      COMMANDS["staff.checkApproval"].input.safeParse({ pin: "481516", command }).success;
    expect(names.filter(asked)).toEqual(names.filter((name) => commandRow(name).approvable));
    expect([asked("payment.refund"), asked("staff.setPolicy"), asked("payment.get")]).toEqual([true, false, false]);
  });
});

describe("the owner's PIN in the set-up", () => {
  it("may have direction marks around it", () => {
    const { pin } = COMMANDS["setup.finish"].input.shape;
    expect(pin.parse("\u200e481516\u200f")).toBe("481516");
    expect(pin.safeParse("\u200e48151").success).toBe(false);
  });
});
