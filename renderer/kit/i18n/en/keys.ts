/** The till's key: what is in force, how it is replaced, and how it is kept. */
export const enKeys = {
  rotation: {
    title: "API credentials",
    intro: "The key or secret this till signs in with. You can replace it without closing the shop.",
    inForce: "Active",
    scheme: { "RSA-SHA256": "A key that signs every request", SECRET: "A secret sent with every request" },
    kind: "Signs in with",
    fingerprint: "Fingerprint",
    since: "Active since",
    sinceSetup: "Set-up",
    noPublicHalf: "The secret is never shown.",
    notKnown: {
      title: "The service does not accept the new key yet",
      text: "The till keeps using the previous key, after {{time}} too if needed. Register the new public key with the service.",
    },
    copy: "Copy public key",
    copied: "Copied",
    save: "Save as a file",
    publicHalf: "Public key",
    before: {
      title: "Previous",
      text: "Kept until {{time}} as a fallback. It is deleted once the service accepts the new one.",
      replaced:
        "The service no longer accepts it. It is kept until {{time}} as a fallback and then deleted.",
      wipe: "Delete now…",
      wipeTitle: "Delete the previous one?",
      wipeText: "Only the new one can be used afterwards. Payments are not affected.",
      wipeConfirm: "Delete now",
    },
    replace: {
      title: "Replace",
      text: "Payments continue. The current key or secret is used until the service accepts the new one.",
      make: "Create a new key",
      makeText: "The private key never leaves this machine.",
      making: "Creating a key…",
      import: "Import a key…",
      importText: "A PEM private key (RSA, at least 2048 bits) without a passphrase.",
      secret: "Use a secret…",
      secretText: "From the service's portal. Refunds then need a refund key.",
      demo: "The demo's key cannot be replaced.",
      weak: "First choose below how keys are stored on this machine.",
    },
    secretSheet: {
      title: "Secret from the portal",
      label: "Secret",
      hint: "At least 8 letters, digits and symbols, without spaces.",
      keep: "Save",
    },
    steps: {
      title: "Replacement in progress",
      prepared: "Created {{time}}",
      done: "Done",
      register: "Register",
      registerKey:
        "Register the public key for this till's user in the service's portal. Then continue right away: the service may stop accepting the old key.",
      registerSelf:
        "The till can register and activate the new key automatically. The service then stops accepting the old key.",
      registerNow: "Register and activate",
      registering: "Registering…",
      byHand: "Register manually…",
      offered:
        "It is unclear whether the service has the new key. Payments continue. Register it again to find out.",
      registerSecret: "Nothing to register: the secret comes from the portal.",
      test: "Test",
      testText: "Sends one request to the service. Nothing is changed.",
      testNow: "Test now",
      testAgain: "Test again",
      testing: "Testing…",
      activate: "Activate",
      activateText: "Every request then uses the new one. The current one stays valid for {{days}} days.",
      activateNow: "Activate",
      untested: "Test it first.",
      force: "Activate without a test…",
      discard: "Discard",
    },
    forceSheet: {
      title: "Activate without a test?",
      text: "If the service does not accept it, the till uses the previous one for {{days}} days. The reason is saved in the journal.",
      reason: "Reason",
      confirm: "Activate",
    },
    finding: {
      accepted: "The service accepts it.",
      refused: "The service does not accept it ({{status}}). Check that it is registered for the right user.",
      not_allowed: "The service accepts it but does not let this till read its shop ({{status}}).",
      merchant_unknown: "The service does not know this shop ({{status}}). Check the merchant id in the set-up.",
      unreachable: "The service could not be reached. Try again when the connection is back.",
      insecure: "The service's identity could not be verified. Nothing was sent.",
      unclear: "The service's response was unclear. Try again in a moment.",
      clock: "This machine's clock is {{seconds}} s off. The test corrected for it.",
      refunds_need_key:
        "The service requires a key for refunds. With a secret, this till needs a refund key.",
      registered: "The service accepts the new key. It is now active.",
      registered_alone:
        "The new key is active. The service no longer accepts the old one.",
      old_accepted:
        "The service still accepts the old key. If this lasts more than a few minutes, revoke it in the service's portal.",
      not_yet:
        "The service has the new key but does not accept it yet. Payments continue; register it again in a few minutes.",
      no_answer:
        "It is unclear whether the service has the new key. Payments continue; register it again.",
      by_hand_secret:
        "This till signs in with a secret and cannot register a key. Register it manually.",
      by_hand_integrator:
        "This till uses an integrator's key. Register the new key manually for the integrator.",
      by_hand_unsupported: "The service does not support automatic registration ({{status}}). Register the key manually.",
      by_hand_not_allowed:
        "This till's user may not register keys ({{status}}). Register it manually, or allow it in the service's portal.",
      by_hand_login:
        "The service does not accept the current key ({{status}}). Register the new key manually.",
      by_hand_refused: "The service rejected the new key ({{status}}). Register it manually.",
    },
    user: {
      title: "Payment service user",
      id: "User",
      netmask: "Allowed addresses",
      anyAddress: "Any address",
      roles: "Roles",
      noRoles: "None",
      key: "Registered key",
      keys: {
        current: "The active key",
        next: "The new key, not active yet",
        previous: "The previous key",
        other: "A key that this till does not have",
        none: "None",
      },
      notShown: "The service does not show this user's permissions ({{status}}).",
      notSigned: "Only shown to tills that sign in with a key.",
    },
    outcome: { ok: "Accepted", warning: "Note", failed: "Not accepted" },
    problem: {
      pem: "This file holds no usable key: {{expected}}.",
      value: "Not valid: {{expected}}.",
      kind: "This till acts for an integrator and must use a key.",
      reason: "Enter a reason.",
    },
  },
  vault: {
    title: "Key storage",
    backend: {
      passphrase: "In a file, encrypted with the owner's passphrase",
      "machine-key": "In a file on this machine",
      macos_keychain: "In this user's macOS keychain",
      windows_dpapi: "Encrypted by Windows for this user",
      keyring: "In this user's keyring ({{name}})",
    },
    strong: "Encrypted. A copy of the till's folder cannot be opened.",
    readable:
      "Encrypted. A copy cannot be opened on another machine, but users who can read this machine's files can open it.",
    accepted: "Accepted by {{by}} on {{time}}:",
    weakTitle: "This machine has no keychain",
    weakText:
      "Keys are stored only after the owner accepts the risk below. Or set a passphrase (TILL_PASSPHRASE) and restart the till.",
    confirm: "I have read this and accept it",
    accept: "Accept",
  },
};
