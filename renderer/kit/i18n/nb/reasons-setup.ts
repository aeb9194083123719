/** Norwegian Bokmål: problems of a setup, a provisioning file, a key or a certificate, by the contract's codes. */
import type { SETUP_REASONS } from "../../../../contract/reasons/setup.ts";

export const nbSetupReasons: Record<keyof typeof SETUP_REASONS, string> = {
  pem_rsa: "en privat RSA-nøkkel",
  pem_rsa_bits: "en privat RSA-nøkkel på minst 2048 biter",
  pem_rsa_pem: "en privat RSA-nøkkel i PEM, uten passord",
  pem_private: "en privat nøkkel i PEM, uten passord",
  pem_public_alone: "bare den offentlige nøkkelen til tjenesten: filen inneholder en privat nøkkel",
  pem_public: "en offentlig RSA-nøkkel",
  pem_public_pem: "en offentlig RSA-nøkkel i PEM",
  pem_certificates: "sertifikater i PEM",
  pem_certificates_readable: "lesbare sertifikater i PEM",
  pem_key_of_file: "den private nøkkelen til sertifikatet i certFile",
  pem_key_of_certificate: "den private nøkkelen til dette sertifikatet",
  pem_pair: "et sertifikat og en nøkkel som kan brukes ({{detail}})",
  file_readable: "en lesbar fil på høyst 16 MB",
  file_json: "gyldig JSON",
  file_json_place: "gyldig JSON: feilen er på linje {{line}}, kolonne {{column}}",
  file_encoding_place: "tekst i UTF-8: tegnet på linje {{line}}, kolonne {{column}} kan ikke leses",
  file_named: "{{what}} ({{name}})",
  file_content: "{{what}}: skriv filnavnet, ikke innholdet",
  setup_key: "en nøkkel for denne tjenesten, laget her eller importert",
  setup_secret: "hemmeligheten for denne tjenesten",
  setup_testbed: "testtokenet til denne tjenesten",
  setup_tls: "et sertifikat med sin private nøkkel",
  setup_owner_pin: "PIN-koden til eieren, 6 til 12 sifre",
  setup_address: "en adresse på denne maskinen som ikke er i bruk av et annet program ({{detail}})",
  setup_other_folder: "en annen datamappe (--data): denne har betalinger i {{was}}",
  setup_while_open: "{{was}}, til de uavklarte betalingene er fullført ({{number}})",
  setup_paid_meanwhile:
    "En betaling ble tatt her under oppsettet. Den blir hos den tidligere tjenesten og butikken. Fullfør på nytt for å bruke innstillingene i en ny mappe. Ingenting ble endret.",
  setup_under_way: "Denne kassen blir allerede satt opp.",
  setup_no_safe_place:
    "Denne maskinen har ingen sikker lagring for nøklene til kassen. Be eieren godta dette under API-nøkler, eller start kassen med TILL_PASSPHRASE.",
  setup_open:
    "Fullfør dette før du setter opp på nytt: uavklarte betalinger: {{payments}}, forespørsler til tjenesten: {{operations}}, sene betalinger i innboksen: {{inbox}}.",
  till_starting: "Kassen starter på nytt med de nye innstillingene. Prøv igjen straks.",
  kiosk_vend_open:
    "Automatsalg som pågår: {{number}}. Endre automaten og reglene når de er ferdige. Ingenting ble endret.",
  kiosk_port_in_use:
    "Kassen bruker allerede denne porten. Lagre de nye innstillingene først, og test automaten etterpå.",
};
