export const KEY_REASONS = {
  refund_key_bad_file: "This file does not contain a usable key. Expected: {{expected}}. Nothing was saved.",
  refund_key_none: "This till has no refund key.",
  refund_key_there: "This till already has a refund key. Delete it first.",
  refund_key_under_way:
    "A refund in progress needs this key. Wait until it is finished, or discard it under “Waiting to send”. Nothing was changed.",
  refund_key_not_a_manager: "Only a manager or an owner can unlock the refund key. Nothing was changed.",
  refund_key_not_their_pin: "That is not the PIN of {{name}}. Nothing was changed.",
  refund_key_cannot_unlock:
    "The PIN of {{name}} cannot unlock the refund key. Use the PIN of someone who can. If no one can, delete the key and create a new one.",
  refund_key_cashier: "The PIN of {{name}} cannot unlock this till's refund key. Use a manager's PIN. No money moved.",
  refund_key_not_enrolled:
    "The PIN of {{name}} cannot unlock refunds on this till yet. No money moved. The owner allows it under Settings → API credentials.",
  refund_key_removed_by_owner: "The owner deleted the refund key.",
  refund_key_not_in_vault: "The refund key was missing from the till's keys.",
  keys_no_keychain:
    "This machine has no keychain, and the owner has not accepted that yet. Nothing was saved. Accept it under Settings → API credentials, or set a passphrase.",
  keys_demo: "A demo's key belongs to its own sandbox and cannot be replaced.",
  keys_unproven:
    "The service has not accepted the new key yet. Test it first, or use it anyway with a reason. Nothing was changed.",
  keys_nothing_prepared: "There is no new key to use. Nothing was changed.",
  keys_offered:
    "The till sent its new key to the service and does not know whether it was accepted. Both keys are kept. When the connection is back, register or test the new key again.",
  keys_secret_known: "A secret comes from the service and does not need to be registered. Nothing was changed.",
  keys_nothing_before: "There is no previous key any more.",
  keys_still_needed:
    "The service does not accept the new key yet, so the previous one is still needed to take payments. Nothing was changed.",
  keys_changed_meanwhile: "The new key was replaced during the test. Test the latest one.",
  keys_integrator: "a key: an integrator can only sign",
  keys_another: "a key other than the current one",
  keys_why_untested: "the reason for using it untested",
  keys_kept_well: "This till's keys are well protected. There is nothing to accept.",
} as const satisfies Record<string, string>;
