/** The refund key of a till that signs in with a secret. */
export const enRefundKey = {
  refundKey: {
    title: "Refund key",
    text: "The payment service accepts only signed refunds. A manager's PIN unlocks this till's refund key for one refund at a time.",
    none: "Refunds are not possible: this till has no refund key.",
    notNeeded: "Not used: this till signs every request with its own key.",
    weak: "First choose below how keys are stored on this machine.",
    make: "Create a refund key…",
    makeText: "The private key never leaves this machine.",
    import: "Import a key…",
    importText: "A PEM private key (RSA, at least 2048 bits) without a passphrase.",
    makeTitle: "Create a refund key",
    importTitle: "Import a refund key",
    keepText: "Your PIN will unlock this key. Then register its public key with the payment service.",
    keep: "Lock with my PIN",
    ownPin: "Your PIN",
    registerText:
      "Register this public key with the payment service for this till's user. Refunds are refused until then; sales are not affected.",
    since: "Created {{time}} by {{name}}",
    sinceUnnamed: "Created {{time}}",
    remove: "Delete…",
    removeTitle: "Delete the refund key?",
    removeText:
      "This till cannot refund until it has a new refund key. Remove the public key from the payment service too.",
    removeConfirm: "Delete",
    people: "Who can unlock refunds",
    peopleText:
      "Staff who change their own PIN keep access. Allow them again after a PIN reset.",
    unlocks: "Can unlock refunds",
    locked: "Not allowed yet",
    enrol: "Allow…",
    enrolOf: "Allow {{name}}",
    enrolTitle: "Let {{name}} unlock refunds",
    enrolText: "Enter your PIN, then let {{name}} enter theirs.",
    enrolPin: "PIN of someone who can unlock refunds",
    personPin: "PIN of {{name}}",
    enrolConfirm: "Allow",
    refundHint: "Each refund needs a manager's PIN.",
    retryText:
      "The same refund is sent again and cannot be paid twice. It needs a manager's PIN.",
    newPinHint: "Then allow refunds for them again under Settings, API credentials.",
  },
};
