/** Reasons about set-up, provisioning, keys and certificates; see `reasons.ts`. */
export const SETUP_REASONS = {
  pem_rsa: "an RSA private key",
  pem_rsa_bits: "an RSA private key of at least 2048 bits",
  pem_rsa_pem: "an RSA private key in PEM, without a passphrase",
  pem_private: "a private key in PEM, without a passphrase",
  pem_public_alone: "the service's public key alone: this file holds a private key",
  pem_public: "an RSA public key",
  pem_public_pem: "an RSA public key in PEM",
  pem_certificates: "certificates in PEM",
  pem_certificates_readable: "certificates in PEM, each of them readable",
  pem_key_of_file: "the private key of the certificate in certFile",
  pem_key_of_certificate: "the private key of this certificate",
  pem_pair: "a certificate and key that can be used ({{detail}})",
  file_readable: "a regular file that can be read, of at most 16 MB",
  file_json: "JSON",
  file_json_place: "JSON: the mistake is at line {{line}}, column {{column}}",
  file_encoding_place: "readable text (UTF-8): a character cannot be read at line {{line}}, column {{column}}",
  file_named: "{{what}} ({{name}})",
  file_content: "{{what}}, whose name belongs here and not its content",
  setup_key: "a key for this service, made here or imported",
  setup_secret: "the secret for this service",
  setup_testbed: "the testbed token of this service",
  setup_tls: "a certificate with its private key",
  setup_owner_pin: "the owner's PIN, 6 to 12 digits",
  setup_address: "an address that this machine has and no other program uses ({{detail}})",
  setup_other_folder: "another data folder (--data): this one holds payments of {{was}}",
  setup_while_open: "{{was}}, while payments there are not finished ({{number}})",
  setup_paid_meanwhile:
    "A payment was taken here meanwhile, and it stays with the service and merchant that it was taken for. Finish once more: these settings begin with a folder of their own then. Nothing was changed.",
  setup_under_way: "This till is being set up already. No money moved.",
  setup_no_safe_place:
    "This machine has no safe place for the till's keys. Accept that in writing, or start the till with TILL_PASSPHRASE. No money moved.",
  setup_open:
    "This till is not done yet: payments that are not finished: {{payments}}, requests to the service that are not settled: {{operations}}, late payments in the inbox: {{inbox}}. Finish that first, then set it up anew. No money moved.",
  till_starting: "The till starts again with its new settings. No money moved: try again in a moment.",
  kiosk_vend_open:
    "Vends under way: {{number}}. The machine and its rules cannot be changed until they are over. Nothing was changed.",
  kiosk_port_in_use:
    "The till itself has that port open, with the settings in force. Save the new ones first, then test the machine.",
} as const satisfies Record<string, string>;
