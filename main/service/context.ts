import type { KeptSettings } from "../../contract/settings.ts";
import type { StorageContext } from "../storage/context.ts";
import type { ApiClient } from "./api/client.ts";
import type { CallbackReception } from "./callbacks/reception.ts";
import type { Connectivity } from "./connection/connectivity.ts";
import type { Registration } from "./connection/registration.ts";

/** What every module is handed that has to do with the payment service. */
export interface ServiceContext extends StorageContext {
  /** The settings in force; how the till signs in and when its days begin change while it runs */
  settings: KeptSettings;
  api: ApiClient;
  connectivity: Connectivity;
  reception: CallbackReception;
  registration: Registration;
}
