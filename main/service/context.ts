import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { StorageContext } from "../storage/context.ts";
import type { ApiClient } from "./api/client.ts";
import type { CallbackReception } from "./callbacks/reception.ts";
import type { Connectivity } from "./connection/connectivity.ts";
import type { Registration } from "./connection/registration.ts";

export interface ServiceContext extends StorageContext {
  /** The active settings; credentials and the start of the business day may change while the till runs */
  settings: StoredSettings;
  api: ApiClient;
  connectivity: Connectivity;
  reception: CallbackReception;
  registration: Registration;
}
