import type { EventStream } from "../bridge/events.ts";
import type { ServiceContext } from "../service/context.ts";
import type { Staff } from "./staff.ts";

/** What every module is handed that people reach through commands, and that tells windows something. */
export interface OperatorContext extends ServiceContext {
  /** What the windows are told */
  events: EventStream;
  staff: Staff;
}
