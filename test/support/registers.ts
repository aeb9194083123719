import { REGISTERS } from "./register-client.ts";
import { createTestTill, type TestTill, type TestTillOptions } from "./test-till.ts";

/** Creates a test till that listens for {@link REGISTERS} on this machine. */
export function createTillWithRegisters(options: TestTillOptions = {}): Promise<TestTill> {
  const registers = { listen: "127.0.0.1:0", clients: REGISTERS };
  return createTestTill({ ...options, provisioning: { registers, ...options.provisioning } });
}
