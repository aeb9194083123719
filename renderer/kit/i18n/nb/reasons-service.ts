/** Norwegian Bokmål: what went wrong between the till and the payment service, by the contract's codes. */
import type { SERVICE_REASONS } from "../../../../contract/reasons-service.ts";

export const nbServiceReasons: Record<keyof typeof SERVICE_REASONS, string> = {
  service_malformed: "Tjenesten fant en feil i forespørselen ({{status}}).",
  service_not_found: "Tjenesten kjenner ikke det som det ble spurt etter ({{status}}).",
  service_not_offered: "Tjenesten tilbyr ikke dette ({{status}}).",
  service_conflict: "Tjenesten ser en konflikt med det den allerede har ({{status}}).",
  service_gone: "Det som det ble spurt etter, finnes ikke lenger ({{status}}).",
  service_too_large: "Tjenesten syntes forespørselen var for stor ({{status}}).",
  service_content: "Tjenesten kunne ikke godta innholdet i forespørselen ({{status}}).",
  service_refused_it: "Tjenesten avviste forespørselen ({{status}}).",
  service_credentials: "Tjenesten godtar ikke kassens nøkkel eller hemmelighet ({{status}}).",
  service_rights: "Kassens nøkkel eller hemmelighet gir ikke rett til dette ({{status}}).",
  service_says: "{{what}} Tjenesten sier: {{words}}",
  service_unreachable: "Kassen nådde ikke betalingstjenesten.",
  service_cut: "Forbindelsen ble brutt før det kom et svar.",
  service_not_proven: "Tjenesten kunne ikke bevise hvem den er, over en sikker forbindelse.",
  service_certificate:
    "Tjenesten krever et klientsertifikat, og det har ikke kassen. Ingen penger er flyttet. Be betalingsleverandøren om en adresse som ikke krever det.",
  service_tls_refused:
    "Tjenesten avviste den sikre forbindelsen; den vil kanskje ha et klientsertifikat, og det har ikke kassen. Ingen penger er flyttet. Sjekk adressen, eller spør betalingsleverandøren.",
  service_old_tls:
    "Tjenesten tilbyr bare utdatert kryptering, eldre enn TLS 1.2. Ingen penger er flyttet. Be betalingsleverandøren slå på TLS 1.2 eller nyere.",
  service_timeout: "Tjenesten svarte ikke i tide.",
  service_busy: "Tjenesten ber om en pause ({{status}}).",
  service_trouble: "Tjenesten har et problem hos seg selv ({{status}}).",
  service_redirect: "Tjenesten viste til en annen adresse, og dit går ikke kassen ({{status}}).",
  service_unreadable: "Svaret fra tjenesten kunne ikke leses.",
  service_unsendable: "Dette kan ikke sies i en forespørsel til tjenesten. Ingenting ble sendt.",
};
