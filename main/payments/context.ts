import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { VendView } from "../../contract/kiosk/vend.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import type { OperatorContext } from "../people/context.ts";
import type { Permissions } from "./permissions.ts";
import type { QueuePorts } from "./queue/commands.ts";
import type { WorkerPorts } from "./queue/worker.ts";
import type { VatSources } from "./sold-lines.ts";
import type { PaymentPorts } from "./start.ts";
import type { Bookings } from "./store.ts";

export interface PaymentsContext extends OperatorContext {
  bookings: Bookings;
  /** True when the till was started in kiosk mode */
  kiosk: boolean;
  credentials: { scheme(): StoredSettings["service"]["scheme"] };
  refundKey: QueuePorts["refundKey"] & PaymentPorts["terminal"]["refundKey"] & Pick<WorkerPorts, "signerOf">;
  isLocked(): boolean;
  vendOf(posTid: string): VendView | null;
  permissions: Permissions;
  catalogue(): VatSources["catalogue"];
  counter(): VatSources["counter"];
  /** The language for a payment's customer; null: no particular payment */
  customerLanguage(posTid: string | null): CustomerLanguage;
  chooseLanguage(posTid: string, language: CustomerLanguage): void;
}
