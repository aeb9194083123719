/** Norwegian Bokmål: what is wrong with a set-up, a provisioning file, a key or a certificate, by the contract's codes. */
import type { SETUP_REASONS } from "../../../../contract/reasons-setup.ts";

export const nbSetupReasons: Record<keyof typeof SETUP_REASONS, string> = {
  pem_rsa: "en privat RSA-nøkkel",
  pem_rsa_bits: "en privat RSA-nøkkel på minst 2048 bit",
  pem_rsa_pem: "en privat RSA-nøkkel i PEM, uten passord",
  pem_private: "en privat nøkkel i PEM, uten passord",
  pem_public_alone: "bare den offentlige nøkkelen til tjenesten: denne filen har en privat nøkkel",
  pem_public: "en offentlig RSA-nøkkel",
  pem_public_pem: "en offentlig RSA-nøkkel i PEM",
  pem_certificates: "sertifikater i PEM",
  pem_certificates_readable: "sertifikater i PEM som alle kan leses",
  pem_key_of_file: "den private nøkkelen til sertifikatet i certFile",
  pem_key_of_certificate: "den private nøkkelen til dette sertifikatet",
  pem_pair: "et sertifikat og en nøkkel som kan brukes ({{detail}})",
  file_readable: "en vanlig fil som kan leses, på høyst 16 MB",
  file_json: "JSON",
  file_json_place: "JSON: feilen er på linje {{line}}, kolonne {{column}}",
  file_encoding_place: "lesbar tekst (UTF-8): et tegn kan ikke leses på linje {{line}}, kolonne {{column}}",
  file_named: "{{what}} ({{name}})",
  file_content: "{{what}}; her hører navnet hjemme, ikke innholdet",
  setup_key: "en nøkkel for denne tjenesten, laget her eller importert",
  setup_secret: "hemmeligheten for denne tjenesten",
  setup_testbed: "testbed-tokenet til denne tjenesten",
  setup_tls: "et sertifikat med sin private nøkkel",
  setup_owner_pin: "PIN-koden til eieren, 6 til 12 sifre",
  setup_address: "en adresse som denne maskinen har, og som ingen andre programmer bruker ({{detail}})",
  setup_other_folder: "en annen datamappe (--data): denne har betalinger i {{was}}",
  setup_while_open: "{{was}}, så lenge betalinger der ikke er fullført ({{number}})",
  setup_paid_meanwhile:
    "En betaling ble tatt her i mellomtiden, og den blir hos tjenesten og brukerstedet som den ble tatt for. Fullfør en gang til: da begynner disse innstillingene med en egen mappe. Ingenting ble endret.",
  setup_under_way: "Denne kassen settes opp allerede. Ingen penger er flyttet.",
  setup_no_safe_place:
    "Denne maskinen har ikke noe trygt sted for nøklene til kassen. Godta det skriftlig, eller start kassen med TILL_PASSPHRASE. Ingen penger er flyttet.",
  setup_open:
    "Denne kassen er ikke ferdig ennå: betalinger som ikke er fullført: {{payments}}, forespørsler til tjenesten som ikke er avgjort: {{operations}}, sene betalinger i innboksen: {{inbox}}. Fullfør det først, og sett den så opp på nytt. Ingen penger er flyttet.",
  till_starting: "Kassen starter på nytt med de nye innstillingene. Ingen penger er flyttet: prøv igjen straks.",
  kiosk_vend_open:
    "Automatsalg som pågår: {{number}}. Automaten og reglene kan ikke endres før de er over. Ingenting ble endret.",
  kiosk_port_in_use:
    "Kassen har selv denne porten åpen, med innstillingene som gjelder. Lagre de nye først, og test automaten etterpå.",
};
