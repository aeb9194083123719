/** The controls that docs/security.md summarises, in the order of the generated page. */

import { bridge } from "./bridge.ts";
import type { ControlGroup } from "./control.ts";
import { customers } from "./customers.ts";
import { data } from "./data.ts";
import { electron } from "./electron.ts";
import { fuses } from "./fuses.ts";
import { machines } from "./machines.ts";
import { office } from "./office.ts";
import { people } from "./people.ts";
import { printers } from "./printers.ts";
import { service } from "./service.ts";
import { supply } from "./supply.ts";
import { updates } from "./updates.ts";

export const CONTROLS: readonly ControlGroup[] = [
  bridge,
  service,
  data,
  people,
  machines,
  office,
  customers,
  electron,
  fuses,
  updates,
  supply,
  printers,
];
