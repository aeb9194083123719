import { describe, expect, it } from "vitest";
import { machineIdentity, readMachineGuid, readPlatformUuid } from "../../../../../main/storage/vault/machine-id.ts";

const IOREG = `+-o J293AP  <class IOPlatformExpertDevice, id 0x100000227, registered, matched, active, busy 0 (12 ms), retain 40>
    {
      "IOPlatformSerialNumber" = "C02XXXXXXXXX"
      "compatible" = <"J293AP","MacBookPro17,1","AppleARM">
      "IOPlatformUUID" = "1A2B3C4D-0001-0002-0003-A1B2C3D4E5F6"
      "IOBusyInterest" = "IOCommand is not serializable"
    }
`;

const REG = `\r
HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r
    MachineGuid    REG_SZ    9F8E7D6C-1111-2222-3333-0123456789ab\r
\r
`;

describe("this machine's id", () => {
  it("is found in the output on macOS", () => {
    expect(readPlatformUuid(IOREG)).toBe("1a2b3c4d-0001-0002-0003-a1b2c3d4e5f6");
    for (const none of [
      "",
      '"IOPlatformUUID" = ""',
      '"IOPlatformUUID" = "not-a-uuid"',
      '"IOPlatformSerialNumber" = "C02"',
    ])
      expect(readPlatformUuid(none)).toBeNull();
  });

  it("is found in the output on Windows", () => {
    expect(readMachineGuid(REG)).toBe("9f8e7d6c-1111-2222-3333-0123456789ab");
    for (const none of [
      "",
      "ERROR: The system was unable to find the specified registry key",
      "    MachineGuid    REG_SZ    \r\n",
    ])
      expect(readMachineGuid(none)).toBeNull();
  });

  it("is read by programs with their full path, and labelled with its kind", () => {
    const asked: string[] = [];
    const answering = (output: string) => (file: string, args: readonly string[]) => {
      asked.push([file, ...args].join(" "));
      return output;
    };
    expect(machineIdentity("darwin", answering(IOREG))).toEqual({
      machineId: "1a2b3c4d-0001-0002-0003-a1b2c3d4e5f6",
      machineIdKind: "platform-uuid",
    });
    expect(machineIdentity("win32", answering(REG))).toEqual({
      machineId: "9f8e7d6c-1111-2222-3333-0123456789ab",
      machineIdKind: "machine-guid",
    });
    expect(asked).toEqual([
      "/usr/sbin/ioreg -r -d1 -c IOPlatformExpertDevice",
      "C:\\Windows\\System32\\reg.exe query HKLM\\SOFTWARE\\Microsoft\\Cryptography /v MachineGuid /reg:64",
    ]);
  });

  it("is absent when the system does not provide it", () => {
    const failing = () => {
      throw new Error("ETIMEDOUT");
    };
    for (const platform of ["darwin", "win32"] as const) {
      expect(machineIdentity(platform, failing)).toEqual({ machineId: "", machineIdKind: "none" });
      expect(machineIdentity(platform, () => "nothing")).toEqual({ machineId: "", machineIdKind: "none" });
    }
  });
});
