/** API credentials: the active key or secret, its replacement, and key storage. */
export const enKeys = {
  rotation: {
    title: "Key and secret",
    intro: "What this till proves itself with to the payment service, and how to replace it without closing.",
    inForce: "In force",
    scheme: { "RSA-SHA256": "A key that signs every request", SECRET: "A secret that goes with every request" },
    kind: "Signs in with",
    fingerprint: "Fingerprint",
    since: "In force since",
    sinceSetup: "The till's set-up",
    noPublicHalf: "Of a secret nothing is shown.",
    notKnown: {
      title: "The service does not accept the new key yet",
      text: "The till goes on with the one before, and keeps it beyond {{time}} if it has to. Register the new public half with the service.",
    },
    copy: "Copy the public half",
    copied: "Copied",
    save: "Save as a file",
    publicHalf: "Public half",
    before: {
      title: "The one before",
      text: "Stays usable until {{time}}, in case the service does not know the new one everywhere yet. Then it is wiped by itself, once the service accepts the new one.",
      replaced:
        "The service has the new one in its place, so that this one opens nothing there. It is kept until {{time}}, in case the service goes back to it, and is then wiped by itself.",
      wipe: "Wipe it now…",
      wipeTitle: "Wipe the one before?",
      wipeText: "The new one alone counts then. No payment is affected.",
      wipeConfirm: "Wipe it now",
    },
    replace: {
      title: "Replace it",
      text: "Payments go on meanwhile. What is in force stays so until the service has accepted the new one.",
      make: "Make a new key",
      makeText: "Made here. Its private half never leaves this machine.",
      making: "Making the key…",
      import: "Use a key file…",
      importText: "A private key in PEM (RSA, 2048 bits or more), without a passphrase.",
      secret: "Use a secret…",
      secretText: "From the service's portal. With a secret, giving money back needs a refund key.",
      demo: "A demo's key belongs to its own sandbox and is not replaced.",
      weak: "First decide below how keys are kept on this machine.",
    },
    secretSheet: {
      title: "Secret from the portal",
      label: "Secret",
      hint: "Letters, digits and signs without spaces, at least 8.",
      keep: "Keep it",
    },
    steps: {
      title: "Replacing it",
      prepared: "Prepared {{time}}",
      done: "Done",
      register: "Register it",
      registerKey:
        "Give the public half to the payment service, at the user of this till. As soon as the service has it, it may refuse the old one: go on to the next steps right away.",
      registerSelf:
        "The till can do it by itself: it gives the service the new public half, sees that the service accepts the new key, and puts it in force. The service keeps one key of a user: from then on the old one opens nothing there.",
      registerNow: "Register it and put it in force",
      registering: "Registering…",
      byHand: "Register it by hand…",
      offered:
        "It was sent to the service, and it is not known whether the service took it. Payments go on with whichever of the two the service accepts. Register it again to find out.",
      registerSecret: "The portal knows the secret already: there is nothing to register.",
      test: "Test it",
      testText: "Asks the real service one question with it. Nothing is changed.",
      testNow: "Test now",
      testAgain: "Test again",
      testing: "Asking the service…",
      activate: "Put it in force",
      activateText: "From then on every request uses it. The one in force now stays usable for {{days}} days.",
      activateNow: "Put it in force",
      untested: "The test has to pass first.",
      force: "Put it in force without a test…",
      discard: "Throw it away",
    },
    forceSheet: {
      title: "Put it in force untested?",
      text: "If the service does not know it, the till goes on with the one before, for {{days}} days. The reason goes into the journal.",
      reason: "Reason",
      confirm: "Put it in force",
    },
    finding: {
      accepted: "The service accepts it.",
      refused: "The service does not accept it ({{status}}). Is it registered, at the right user?",
      not_allowed: "The service knows it and does not allow this till to look at its own shop ({{status}}).",
      merchant_unknown: "The service does not know this shop ({{status}}). Look at the shop's id in the set-up.",
      unreachable: "The service could not be reached. Try again when the connection is back.",
      insecure: "The service could not prove that it is the service. Nothing was sent.",
      unclear: "The service gave an answer that says nothing either way. Try again in a moment.",
      clock: "This machine's clock differs from the service's by {{seconds}} s, and was corrected for the test.",
      refunds_need_key:
        "The service wants a key for refunds: with a secret this till gives money back only with a refund key.",
      registered: "The service has the new key and accepts it. It is in force.",
      registered_alone:
        "The service has the new key and accepts it. It is in force. The old one is not accepted there any more: a copy of it opens nothing.",
      old_accepted:
        "The service accepts the old key still. Revoke it on the service's own page, if that lasts longer than a few minutes.",
      not_yet:
        "The service took the new key, and does not accept it yet. Both are kept, and payments go on. Register it again in a few minutes.",
      no_answer:
        "It is not known whether the service took the new key. Both are kept, and payments go on with the one that it accepts. Register it again.",
      by_hand_secret:
        "This till signs in with a secret, and the service takes a key only from a till that signs. Register it by hand.",
      by_hand_integrator:
        "This till acts for an integrator, whose key is not at a user of the shop. Register it by hand, where the integrator's key is.",
      by_hand_unsupported: "The service has no way for a till to do this by itself ({{status}}). Do it by hand.",
      by_hand_not_allowed:
        "The service does not let this till's user do this ({{status}}). Do it by hand, or give the user that right there.",
      by_hand_login:
        "The service does not accept the key in force ({{status}}), and a new one has to be signed for with it. Do it by hand.",
      by_hand_refused: "The service did not take the new key ({{status}}). Do it by hand.",
    },
    user: {
      title: "This till at the service",
      id: "User",
      netmask: "May act from",
      anyAddress: "Any address",
      roles: "Roles",
      noRoles: "None named",
      key: "Key there",
      keys: {
        current: "The one in force here",
        next: "The new one, which is not in force here yet",
        previous: "The one before",
        other: "Another one, which this till does not have",
        none: "None",
      },
      notShown: "The service does not show this till what its user may do ({{status}}).",
      notSigned: "The service shows that only to a till that signs, and this one signs in with a secret.",
    },
    outcome: { ok: "Accepted", warning: "Note", failed: "Not accepted" },
    problem: {
      pem: "This file does not hold a key that can be used: {{expected}}.",
      value: "This cannot be used: {{expected}}.",
      kind: "This till acts for an integrator, and may only sign: use a key.",
      reason: "A reason is needed.",
    },
  },
  vault: {
    title: "How it is kept here",
    backend: {
      passphrase: "In a file, under the owner's passphrase",
      "machine-key": "In a file on this machine",
      macos_keychain: "In the macOS keychain of this user",
      windows_dpapi: "By Windows, for this user",
      keyring: "In this user's keyring ({{name}})",
    },
    strong: "Encrypted. A copy of the till's folder alone does not open it.",
    readable:
      "It is encrypted. A copy does not open on another machine; a user who can read this machine's files can open it here.",
    accepted: "{{by}} accepted this on {{time}}:",
    weakTitle: "This machine has no keychain",
    weakText:
      "Nothing is kept here before the owner has accepted what follows, or has set a passphrase (TILL_PASSPHRASE) and started the till again.",
    confirm: "I have read this and accept it",
    accept: "Accept in writing",
  },
};
