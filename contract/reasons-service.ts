export const SERVICE_REASONS = {
  service_malformed: "The service found the request malformed ({{status}}).",
  service_not_found: "The service does not know what was asked for ({{status}}).",
  service_not_offered: "The service does not offer this ({{status}}).",
  service_conflict: "The service sees a conflict with what it already has ({{status}}).",
  service_gone: "What was asked for is gone ({{status}}).",
  service_too_large: "The service found the request too large ({{status}}).",
  service_content: "The service could not accept the request's content ({{status}}).",
  service_refused_it: "The service refused the request ({{status}}).",
  service_credentials: "The service does not accept the till's credentials ({{status}}).",
  service_rights: "The till's credentials do not allow this ({{status}}).",
  service_says: "{{what}} It says: {{words}}",
  service_unreachable: "The payment service could not be reached.",
  service_cut: "The connection was cut before an answer came.",
  service_not_proven: "The service could not prove its identity over a secure connection.",
  service_certificate:
    "The service wants a client certificate, which the till does not have. No money moved. Ask the payment provider for an address that wants none.",
  service_tls_refused:
    "The service refused the secure connection; it may want a client certificate, which the till does not have. No money moved. Check the address, or ask the payment provider.",
  service_old_tls:
    "The service offers only outdated encryption, older than TLS 1.2. No money moved. Ask the payment provider to enable TLS 1.2 or newer.",
  service_timeout: "The service did not answer in time.",
  service_busy: "The service asks for a pause ({{status}}).",
  service_trouble: "The service has a problem of its own ({{status}}).",
  service_redirect: "The service pointed to another address, which the till does not follow ({{status}}).",
  service_unreadable: "The service's answer could not be read.",
  service_unsendable: "This cannot be said in a request to the service. Nothing was sent.",
} as const satisfies Record<string, string>;
