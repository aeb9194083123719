/** What payments are handed, beside what every area with people in it is. */
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import type { KeptSettings } from "../../contract/settings.ts";
import type { VendView } from "../../contract/vend.ts";
import type { OperatorContext } from "../people/context.ts";
import type { Permissions } from "./permissions.ts";
import type { QueuePorts } from "./queue/commands.ts";
import type { WorkerPorts } from "./queue/worker.ts";
import type { VatSources } from "./sold-lines.ts";
import type { PaymentPorts } from "./start.ts";
import type { Bookings } from "./store.ts";

export interface PaymentsContext extends OperatorContext {
  /** Where changes of money are booked */
  bookings: Bookings;
  /** Whether this start was told to be a kiosk */
  kiosk: boolean;
  /** The scheme that requests are authenticated by now */
  credentials: { scheme(): KeptSettings["service"]["scheme"] };
  refundKey: QueuePorts["refundKey"] & PaymentPorts["terminal"]["refundKey"] & Pick<WorkerPorts, "signerOf">;
  /** Whether sign-in is required, and the acting user has not signed in */
  isLocked(): boolean;
  /** What a machine drops for a payment; null: it is no vend */
  vendOf(posTid: string): VendView | null;
  /** What customers are asked for */
  permissions: Permissions;
  /** What the shop sells, and how its counter is set up */
  catalogue(): VatSources["catalogue"];
  counter(): VatSources["counter"];
  /** What the customer of a payment reads on their phone; null: of none that is known */
  customerLanguage(posTid: string | null): CustomerLanguage;
  /** Gives the customer of a payment their own */
  chooseLanguage(posTid: string, language: CustomerLanguage): void;
}
