/** Norwegian Bokmål: errors between the till and the payment service, by the contract's codes. */
import type { SERVICE_REASONS } from "../../../../contract/reasons/service.ts";

export const nbServiceReasons: Record<keyof typeof SERVICE_REASONS, string> = {
  service_malformed: "Tjenesten avviste forespørselen fordi den har feil format ({{status}}).",
  service_not_found: "Tjenesten fant ikke dette ({{status}}).",
  service_not_offered: "Tjenesten tilbyr ikke dette ({{status}}).",
  service_conflict: "Forespørselen er i konflikt med dataene hos tjenesten ({{status}}).",
  service_gone: "Dette finnes ikke lenger hos tjenesten ({{status}}).",
  service_too_large: "Forespørselen er for stor for tjenesten ({{status}}).",
  service_content: "Tjenesten godtok ikke innholdet i forespørselen ({{status}}).",
  service_refused_it: "Tjenesten avviste forespørselen ({{status}}).",
  service_credentials: "Tjenesten godtar ikke kassens nøkkel eller hemmelighet ({{status}}).",
  service_rights: "Kassens nøkkel eller hemmelighet gir ikke rett til dette ({{status}}).",
  service_says: "{{what}} Melding: {{words}}",
  service_unreachable: "Kassen nådde ikke betalingstjenesten.",
  service_cut: "Forbindelsen ble brutt før svaret kom.",
  service_not_proven: "Tjenestens identitet kunne ikke bekreftes over en sikker forbindelse.",
  service_certificate:
    "Tjenesten krever et klientsertifikat, og det har ikke kassen. Det er ikke trukket noe. Be betalingsleverandøren om en adresse som ikke krever det.",
  service_tls_refused:
    "Tjenesten avviste den sikre forbindelsen og krever kanskje et klientsertifikat. Det er ikke trukket noe. Sjekk adressen, eller spør betalingsleverandøren.",
  service_old_tls:
    "Tjenesten tilbyr bare utdatert kryptering, eldre enn TLS 1.2. Det er ikke trukket noe. Be betalingsleverandøren slå på TLS 1.2 eller nyere.",
  service_timeout: "Tjenesten svarte ikke i tide.",
  service_busy: "Tjenesten ber kassen vente ({{status}}).",
  service_trouble: "Betalingstjenesten har problemer ({{status}}).",
  service_redirect: "Tjenesten viser til en annen adresse, som kassen ikke følger ({{status}}).",
  service_unreadable: "Svaret fra tjenesten kunne ikke leses.",
  service_unsendable: "Dette kan ikke sendes til tjenesten.",
};
