export const KEY_REASONS = {
  refund_key_bad_file: "This file does not hold a key that can be used. Expected: {{expected}}. Nothing was kept.",
  refund_key_none: "This till has no refund key. Nothing was changed.",
  refund_key_there: "This till has a refund key already: remove it first. Nothing was changed.",
  refund_key_under_way:
    "A refund is still under way, and this key is what signs it: wait until it is settled, or give it up in the queue. Nothing was changed.",
  refund_key_not_a_manager: "Only a manager or an owner can unlock the refund key. Nothing was changed.",
  refund_key_not_their_pin: "That is not the PIN of {{name}}. Nothing was changed.",
  refund_key_cannot_unlock:
    "The PIN of {{name}} does not unlock the refund key: it takes the PIN of a person who does already. Where there is none left, remove the key and make another one. Nothing was changed.",
  refund_key_cashier: "The PIN of {{name}} does not unlock this till's refund key: a manager's does. No money moved.",
  refund_key_not_enrolled:
    "The PIN of {{name}} does not unlock this till's refund key yet: the owner enrols them in the settings. No money moved.",
  refund_key_removed_by_owner: "The owner removed it.",
  refund_key_not_in_vault: "It was not with the till's keys any more.",
  keys_no_keychain:
    "This machine has no keychain, and the owner has not accepted that yet: nothing was kept. Accept it, or set a passphrase.",
  keys_demo: "A demo's key belongs to its own sandbox and is not exchanged. Nothing was changed.",
  keys_unproven:
    "The service has not accepted the new key yet. Test it first, or put it in force with a reason. Nothing was changed.",
  keys_nothing_prepared: "No new key was prepared. Nothing was changed.",
  keys_offered:
    "The till has sent its new key to the service, and it is not known whether the service took it. Both keys are kept until it is: register it again or test it, when the connection is back. Nothing was changed.",
  keys_secret_known:
    "A secret comes from the service, which knows it already: there is nothing to register. Nothing was changed.",
  keys_nothing_before: "There is no previous key any more. Nothing was changed.",
  keys_still_needed:
    "The service does not accept the new key yet: without the previous one this till could take no payment. Nothing was changed.",
  keys_changed_meanwhile: "Another key was prepared while this one was being tested. Test that one.",
  keys_integrator: "a key: an integrator may only sign",
  keys_another: "another one than the one in force",
  keys_why_untested: "why it is put in force untested",
  keys_kept_well: "The keys of this till are kept well: there is nothing to accept.",
} as const satisfies Record<string, string>;
