/** The refund key of a till that signs in with a secret. */
export const enRefundKey = {
  refundKey: {
    title: "Refund key",
    text: "The payment service takes refunds only when a key has signed them. This till keeps such a key locked: a manager's PIN unlocks it for one refund at a time.",
    none: "This till has no refund key: it cannot give money back.",
    notNeeded: "Not in use now: this till signs every request with a key of its own.",
    weak: "First decide below how keys are kept on this machine.",
    make: "Make a refund key…",
    makeText: "Made here. Its private half never leaves this machine.",
    import: "Use a key file…",
    importText: "A private key in PEM (RSA, 2048 bits or more), without a passphrase.",
    makeTitle: "Make a refund key",
    importTitle: "Use this key for refunds",
    keepText: "Your PIN unlocks it from now on. Then register its public half with the payment service.",
    keep: "Lock it with my PIN",
    ownPin: "Your own PIN",
    registerText:
      "Register this public half with the payment service, at the user of this till. Until then the service refuses refunds; sales go on.",
    since: "Made {{time}} by {{name}}",
    sinceUnnamed: "Made {{time}}",
    remove: "Remove it…",
    removeTitle: "Remove the refund key?",
    removeText:
      "It is wiped for good, and this till cannot give money back until there is another one. Take its public half off the payment service, too.",
    removeConfirm: "Remove it",
    people: "Who can unlock it",
    peopleText:
      "A PIN that they change themselves goes on unlocking it. After a PIN that somebody else set for them, they must be enrolled again.",
    unlocks: "Unlocks refunds",
    locked: "Must be enrolled",
    enrol: "Enrol…",
    enrolOf: "Enrol {{name}}",
    enrolTitle: "Let {{name}} unlock refunds",
    enrolText: "Both of you type your PIN: you unlock the key, and {{name}} locks it for themselves, too.",
    enrolPin: "PIN of somebody who can unlock it",
    personPin: "PIN of {{name}}",
    enrolConfirm: "Enrol",
    refundHint: "On this till a manager's PIN unlocks each refund, whoever is signed in.",
    retryText:
      "The same refund is sent again, under the same id: it cannot be made twice. A manager's PIN unlocks the key for it.",
    newPinHint: "After this they must be enrolled again for refunds: Settings, Key and secret.",
  },
};
