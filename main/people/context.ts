import type { EventStream } from "../bridge/events.ts";
import type { ServiceContext } from "../service/context.ts";
import type { Staff } from "./staff.ts";

export interface OperatorContext extends ServiceContext {
  events: EventStream;
  staff: Staff;
}
