import type { ControlGroup } from "./control.ts";

export const printers: ControlGroup = {
  title: "Printers",
  intro: "",
  controls: [
    {
      id: "S119",
      against: "A printer's settings as a way to files and programs",
      by: "Only paths of printer devices are accepted, and only character devices are used. Queue names cannot be options. The system's programs run by absolute paths, without a shell and without the till's environment. Only the owner starts a search of the network.",
      code: [
        "contract/receipts/receipts-commands.ts",
        "main/peripherals/printing/device.ts",
        "main/peripherals/printing/queue.ts",
        "main/peripherals/printing/find.ts",
      ],
      tests: [
        { file: "test/integration/main/printer-places.thorough.test.ts", name: "refuse %s of %j" },
        {
          file: "test/integration/main/printer-places.thorough.test.ts",
          name: "lists USB devices, queues and network printers, for the owner only",
        },
        { file: "test/unit/main/peripherals/printing/device.test.ts", name: "is not a device when it is a file" },
        {
          file: "test/unit/main/peripherals/printing/queue.test.ts",
          name: "receives the exact bytes, and none of the till's environment",
        },
        {
          file: "test/unit/main/peripherals/printing/find.test.ts",
          name: "include no public address, and not the machine itself",
        },
      ],
      residual: "Print queues and networks are the system's: who administers them can read and redirect receipts.",
    },
  ],
};
