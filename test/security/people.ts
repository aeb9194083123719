import type { ControlGroup } from "./control.ts";

export const people: ControlGroup = {
  title: "People",
  intro: "",
  controls: [
    {
      id: "S49",
      against: "Guessing a PIN",
      by: "6 to 12 digits (cashiers: 4 or more), no pattern, keypad line, date or common PIN; waits of 1, 5, 15, 30 minutes from the fifth failure, across restarts and clock changes. Each failure is journaled.",
      code: ["contract/calls/pins.ts", "main/people/pin-guard.ts", "main/people/pin.ts"],
      tests: [
        { file: "test/unit/contract/calls/pins.test.ts", name: "is refused when it %s" },
        {
          file: "test/unit/main/people/staff.test.ts",
          name: "is locked for all people after five wrong PINs, also after a restart and a clock change",
        },
        {
          file: "test/unit/main/people/staff.test.ts",
          name: "are journaled with the signed-in user and the person tried, never with the PIN",
        },
      ],
      residual: "A four-digit PIN falls within an hour to someone with the open vault.",
    },
    {
      id: "S50",
      against: "Resetting the failure count with one's own PIN",
      by: "A correct PIN clears failures against that person only. Failures that named no person expire one per half hour.",
      code: ["main/people/pin-guard.ts"],
      tests: [
        { file: "test/unit/main/people/staff.test.ts", name: "are not reset by a right PIN, not even the owner's" },
        {
          file: "test/unit/main/people/staff.test.ts",
          name: "are forgotten one per half hour, as slowly as they are allowed at worst",
        },
        {
          file: "test/integration/main/people.thorough.test.ts",
          name: "cannot reset another person's count with their own PIN",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S51",
      against: "Learning a PIN by choosing it",
      by: "A person can try three changes of their own PIN per day.",
      code: ["main/people/pin-changes.ts"],
      tests: [
        { file: "test/integration/main/people.thorough.test.ts", name: "learn no other PIN through PIN changes" },
      ],
      residual: "Three PINs per person and day can be tested.",
    },
    {
      id: "S52",
      against: "Kills that lock staff out or hide failures",
      by: "A failure is committed after the check and before the answer. A disk error stops the answer.",
      code: ["main/people/pin-guard.ts"],
      tests: [
        { file: "test/unit/main/people/pin-counters.test.ts", name: "counts as no attempt when the PIN is right (%s)" },
        {
          file: "test/unit/main/people/pin-counters.test.ts",
          name: "counts one attempt, with its journal row, before the response when the PIN is wrong (%s)",
        },
        {
          file: "test/unit/main/people/pin-counters.test.ts",
          name: "never responds when the disk cannot be written, whether the PIN is right or wrong",
        },
      ],
      residual: "A kill between check and commit gives one free try without an answer.",
    },
    {
      id: "S53",
      against: "A bystander locking out staff at a kiosk",
      by: "The kiosk exit, the kiosk's other checks and sign-in have separate counters. No command locks a person by name there.",
      code: ["main/people/pin-guard.ts"],
      tests: [
        {
          file: "test/unit/main/people/pin-counters.test.ts",
          name: "locks the exit only: sign-in and approvals still accept the right PIN",
        },
        {
          file: "test/unit/main/people/pin-counters.test.ts",
          name: "locks no member of staff, whatever command the PINs are tried at",
        },
        {
          file: "test/unit/main/people/pin-counters.test.ts",
          name: "gets a handful of attempts a day, also across restarts and right PINs of staff in between",
        },
      ],
      residual:
        "A bystander can lock the exit's PIN; the linked phone still works, with ten seconds between two questions.",
    },
    {
      id: "S54",
      against: "A locked PIN with no second way",
      by: "A linked phone leaves a locked kiosk, signs in and approves while the PIN is locked. Only the rate of a kiosk's questions is limited.",
      code: ["main/people/phones.ts", "main/people/phone-checks.ts"],
      tests: [
        {
          file: "test/integration/main/kiosk-exit-locked.test.ts",
          name: "can be exited by the manager's linked phone, requested from its locked window",
        },
        {
          file: "test/integration/main/kiosk-exit-locked.test.ts",
          name: "sends requests to staff phones as often as before, however often customers requested the exit",
        },
        { file: "test/integration/main/phone-sign-in.test.ts", name: "signs in by phone, once per response" },
        {
          file: "test/integration/main/phone-sign-in.test.ts",
          name: "can still approve in place, because approvals have a separate counter",
        },
      ],
      residual: "Needs a linked phone and a connection to the service.",
    },
    {
      id: "S55",
      against: "Another person's phone approving",
      by: "The id_token's `sub` must belong to a person of this till with the right. An approval covers one command, input and amount, for two minutes, once; it unlocks no refund key. The request's data is erased once read.",
      code: [
        "main/people/phones.ts",
        "main/people/phone-checks.ts",
        "main/customers/identity.ts",
        "main/service/api/id-token.ts",
      ],
      tests: [
        {
          file: "test/integration/main/phone-approval.thorough.test.ts",
          name: "is approved exactly as shown on the phone, for the user who requested it",
        },
        { file: "test/integration/main/phone-approval.thorough.test.ts", name: "is not approved by %s" },
        {
          file: "test/integration/main/phone-approval.thorough.test.ts",
          name: "is not approved by a response from before a restart",
        },
        {
          file: "test/e2e/phone-approval.spec.ts",
          name: "a manager's phone approves a refund, and a stranger's phone does not @thorough",
        },
      ],
      residual: "A person with the unlocked phone can approve.",
    },
    {
      id: "S56",
      against: "Linking the wrong account",
      by: "Linking needs the owner's PIN and shows the account's name or number for confirmation. The till stores an HMAC of the account only.",
      code: ["main/people/accounts.ts", "main/customers/browser/identity.ts"],
      tests: [
        {
          file: "test/integration/main/account-sign-in.thorough.test.ts",
          name: "is shown only to the owner before it is linked",
        },
        {
          file: "test/integration/main/browser-identity.test.ts",
          name: "is not linked when neither name nor number is shared",
        },
        {
          file: "test/integration/main/phone-approval.thorough.test.ts",
          name: "is linked only with the owner's PIN and the number on that phone",
        },
        {
          file: "test/integration/main/phone-approval.thorough.test.ts",
          name: "is stored as a digest, and its request is in no list of customer data",
        },
      ],
      residual: "The owner must check the name or number shown.",
    },
    {
      id: "S57",
      against: "Browser sign-in opening another session",
      by: "Authorization code with PKCE and `prompt=login`; state, nonce and issuer per sign-in; one answer on 127.0.0.1 within five minutes; one session within two. HTTPS except on this machine; no token kept; client secret in the vault; not at a kiosk.",
      code: ["main/customers/browser/identity.ts", "main/customers/browser/loopback.ts", "main/people/phones.ts"],
      tests: [
        {
          file: "test/integration/main/browser-identity.test.ts",
          name: "has five minutes and one response, and then the listener stops",
        },
        { file: "test/integration/main/browser-identity.test.ts", name: "a response with %s" },
        {
          file: "test/integration/main/account-sign-in.thorough.test.ts",
          name: "for a proof issued for another purpose, and a sign-in approves no command",
        },
        {
          file: "test/integration/main/account-sign-in.thorough.test.ts",
          name: "at a kiosk, whose window cannot start it",
        },
      ],
      residual: "Trusts the machine's own browser.",
    },
    {
      id: "S58",
      against: "The sign-in address on a command line",
      by: "The browser opens a 0600 page in a 0700 folder; the page leads to the address and is removed.",
      code: ["main/shells/browser/ticket-page.ts", "main/shells/electron/desktop.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/desktop.test.ts",
          name: "opens the system's browser with a page that only its user can read, and deletes the page",
        },
      ],
      residual: "Programs of the same user can read the page.",
    },
    {
      id: "S59",
      against: "Commands under another person's name",
      by: "A command belongs to the person signed in when it began, with that person's current rights. Sessions end by monotonic or wall clock, whichever is first.",
      code: ["main/people/current-actor.ts", "main/people/session.ts", "main/accounting/periods/closing.ts"],
      tests: [
        {
          file: "test/unit/main/people/staff.test.ts",
          name: "belongs until its end to the user who was signed in at its start",
        },
        {
          file: "test/unit/main/people/staff.test.ts",
          name: "ends while the machine sleeps and its monotonic clock stops",
        },
        {
          file: "test/integration/main/signed-in-user.thorough.test.ts",
          name: "is not sealed once they lose the right",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S60",
      against: "Commands at a locked till or kiosk",
      by: "A short list of commands. Only the payment on screen can be read, cancelled or left, and only if it was there before the lock or started by a kiosk's customer.",
      code: [
        "main/bridge/rights.ts",
        "main/peripherals/customer-display/open-while-locked.ts",
        "main/payments/search.ts",
      ],
      tests: [
        {
          file: "test/unit/main/bridge/rights.test.ts",
          name: "allow only the lock screen and the payment on screen without a sign-in, when sign-in is required",
        },
        {
          file: "test/integration/main/signed-in-user.thorough.test.ts",
          name: "returns and cancels the payment on the screen, and no other by its id",
        },
        {
          file: "test/integration/main/signed-in-user.thorough.test.ts",
          name: "shows no other payment on the screen, and reveals none that appears automatically",
        },
      ],
      residual: "A bystander can cancel the payment on screen.",
    },
    {
      id: "S61",
      against: "Reading data at a locked till",
      by: "Answers and events cover the payment on screen only, without products, reference or service id. A reconnecting window gets a gap, not old events.",
      code: ["main/app/conditions.ts", "main/bridge/locked-events.ts"],
      tests: [
        {
          file: "test/integration/main/signed-in-user.thorough.test.ts",
          name: "returns what the customer sees of the payment, but not its products or identifiers",
        },
        {
          file: "test/integration/main/signed-in-user.thorough.test.ts",
          name: "notifies its windows of the payment on the screen only, without its content, and of nothing earlier",
        },
      ],
      residual: "The amount on screen is visible.",
    },
    {
      id: "S62",
      against: "Sales by a kiosk's customer",
      by: "Catalogue products at catalogue prices, one sale at a time; no other command has a user's rights.",
      code: ["main/bridge/rights.ts"],
      tests: [
        {
          file: "test/integration/main/kiosk.test.ts",
          name: "can buy catalogue products at their prices, and staff by approving the sale",
        },
        {
          file: "test/integration/main/kiosk.test.ts",
          name: "can be exited only with the right, or by a manager whose PIN approves it in place",
        },
        {
          file: "test/unit/main/bridge/http-callers.test.ts",
          name: "ends for a window when another window replaces it, and continues for programs",
        },
      ],
      residual: "After staff leave kiosk mode, the window is a counter until the next start.",
    },
    {
      id: "S63",
      against: "A role gaining rights",
      by: "Main checks the role's current rights for each command; people, roles and keys are the owner's.",
      code: ["main/bridge/rights.ts", "contract/values/roles.ts"],
      tests: [
        {
          file: "test/integration/main/roles.test.ts",
          name: "loses withdrawn rights at once, even while a user with the role is signed in",
        },
        {
          file: "test/integration/main/roles.test.ts",
          name: "accept no unknown right and none reserved for the owner, whatever a page sends",
        },
        {
          file: "test/integration/main/people.thorough.test.ts",
          name: "cannot remove the last owner from two places at once",
        },
      ],
      residual: "A person who shares a PIN shares the role.",
    },
  ],
};
