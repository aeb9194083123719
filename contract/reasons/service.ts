export const SERVICE_REASONS = {
  service_malformed: "The service rejected the request as malformed ({{status}}).",
  service_not_found: "The service could not find this ({{status}}).",
  service_not_offered: "The service does not offer this ({{status}}).",
  service_conflict: "The request conflicts with the service's data ({{status}}).",
  service_gone: "This no longer exists at the service ({{status}}).",
  service_too_large: "The request is too large for the service ({{status}}).",
  service_content: "The service did not accept the content of the request ({{status}}).",
  service_refused_it: "The service refused the request ({{status}}).",
  service_credentials: "The service does not accept the till's credentials ({{status}}).",
  service_rights: "The till's credentials do not allow this ({{status}}).",
  service_says: "{{what}} Message: {{words}}",
  service_unreachable: "The payment service could not be reached.",
  service_cut: "The connection was lost before an answer came.",
  service_not_proven: "The service's identity could not be verified over a secure connection.",
  service_certificate:
    "The service requires a client certificate, which the till does not have. No money moved. Ask the payment provider for an address that requires none.",
  service_tls_refused:
    "The service refused the secure connection and may require a client certificate. No money moved. Check the address, or ask the payment provider.",
  service_old_tls:
    "The service offers only outdated encryption, older than TLS 1.2. No money moved. Ask the payment provider to enable TLS 1.2 or newer.",
  service_timeout: "The service did not answer in time.",
  service_busy: "The service asks the till to wait ({{status}}).",
  service_trouble: "The payment service is having problems ({{status}}).",
  service_redirect: "The service redirects to another address, which the till does not follow ({{status}}).",
  service_unreadable: "The service's answer could not be read.",
  service_unsendable: "This cannot be sent to the service.",
} as const satisfies Record<string, string>;
