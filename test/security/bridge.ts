import type { ControlGroup } from "./control.ts";

export const bridge: ControlGroup = {
  title: "Bridge and windows",
  intro:
    "The window reaches main through one set of typed commands: IPC in the desktop app, HTTP on 127.0.0.1 for a browser window.",
  controls: [
    {
      id: "S1",
      against: "A compromised page",
      by: "Typed commands only; main checks the schema, then the role. An exception returns an id, or a disk error's sentence.",
      code: ["main/bridge/dispatch.ts", "preload/preload.ts"],
      tests: [
        { file: "test/unit/main/bridge/dispatch.test.ts", name: "checks the fields first, then the role" },
        {
          file: "test/unit/main/bridge/dispatch.test.ts",
          name: "answers an exception with an id, and logs the details under that id only",
        },
        {
          file: "test/integration/contract/contract.test.ts",
          name: "rejects hostile input without an internal error: %s",
        },
      ],
      residual: "The page can do what the signed-in user can do.",
    },
    {
      id: "S2",
      against: "Messages from other frames or windows (desktop)",
      by: "Each window accepts IPC from its own main frame on `app://till` only. Pages are sandboxed, isolated, without Node.",
      code: ["main/shells/electron/ipc.ts", "main/shells/electron/guards.ts", "main/shells/electron/window.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/ipc.test.ts", name: "rejects calls from another window's contents" },
        { file: "test/unit/main/shells/electron/guards.test.ts", name: "is refused otherwise: %j" },
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "enable the sandbox and isolation, and disable Node",
        },
        {
          file: "test/e2e/desktop-guards.spec.ts",
          name: "gets no command answered when it is not the till's own, in either window",
        },
      ],
      residual: "Shown over a stand-in for Electron only.",
    },
    {
      id: "S3",
      against: "Navigation to another site (desktop)",
      by: "Navigation, redirects, new windows, webviews, permissions, devices, pairing and capture are refused. Exceptions: copying text, and the demo phone's link.",
      code: ["main/shells/electron/lock-down.ts", "main/shells/electron/guards.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/lock-down.test.ts", name: "stay on the till's pages (%s)" },
        {
          file: "test/unit/main/shells/electron/lock-down.test.ts",
          name: "grants no permission, for requests or checks",
        },
        { file: "test/unit/main/shells/electron/guards.test.ts", name: "is blocked: %s" },
        {
          file: "test/e2e/desktop-guards.spec.ts",
          name: "cannot navigate by a link, a script, a form or another scheme",
        },
      ],
      residual: "Device, pairing and webview handlers have unit tests only.",
    },
    {
      id: "S4",
      against: "Unwanted downloads (desktop)",
      by: "Only files that the till's page made can be saved, after a save dialog. A kiosk saves and copies nothing.",
      code: ["main/shells/electron/lock-down.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/lock-down.test.ts",
          name: "saves downloads of the till's own page, and nothing from elsewhere",
        },
        {
          file: "test/unit/main/shells/electron/lock-down.test.ts",
          name: "blocks saving and copying in front of a customer, and reports the attempt",
        },
        {
          file: "test/unit/main/shells/electron/guards.test.ts",
          name: "is allowed for data of the till's own page",
        },
      ],
      residual: "The operator chooses where the file goes.",
    },
    {
      id: "S5",
      against: "Reading other files through `app://`",
      by: "Only the renderer's folder, its file types and its own page are served. The customer's session has one page.",
      code: ["main/shells/electron/app-files.ts", "main/shells/electron/app-protocol.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/app-files.test.ts", name: "stay within the renderer's folder: %s" },
        {
          file: "test/unit/main/shells/electron/app-protocol.test.ts",
          name: "serves a session only its allowed pages",
        },
        { file: "test/e2e/desktop-guards.spec.ts", name: "can read the renderer's files, and no others" },
      ],
      residual: "Shown over a stand-in for Electron only.",
    },
    {
      id: "S6",
      against: "Commands from the customer's screen",
      by: "Four commands (`display.get`, `catalogue.picture`, `display.chooseTip`, `display.answer`); main refuses all others. The desktop window has its own session, preload and channels; a browser page has its own origin and a single-use ticket.",
      code: ["main/peripherals/customer-display/pages.ts", "main/shells/electron/ipc.ts", "preload/customer.ts"],
      tests: [
        {
          file: "test/unit/main/peripherals/customer-display/pages.test.ts",
          name: "may call only its own commands",
        },
        {
          file: "test/unit/main/peripherals/customer-display/pages.test.ts",
          name: "opens with a one-time ticket, and reads the screen",
        },
        {
          file: "test/unit/main/shells/electron/ipc.test.ts",
          name: "accepts no other channel, and no other arguments",
        },
        {
          file: "test/e2e/desktop-guards.spec.ts",
          name: "receives from Electron only what its preload exposes, as values",
        },
      ],
      residual: "The till cannot tell a customer from another person at the screen.",
    },
    {
      id: "S7",
      against: "Personal data on the customer's screen",
      by: "No name, number or reference is sent to the screen. A register's message is shown as plain text.",
      code: ["main/peripherals/customer-display/view.ts", "main/peripherals/customer-display/messages.ts"],
      tests: [
        {
          file: "test/unit/main/peripherals/customer-display/view.test.ts",
          name: "never contains the payer or the payment's reference",
        },
        {
          file: "test/e2e/customer-display.spec.ts",
          name: "never shows the payer's identity, and shows payments started by a register @thorough",
        },
      ],
      residual: "A register decides the words of its own message.",
    },
    {
      id: "S8",
      against: "A false tip",
      by: "One answer per question, while the question is shown, for the amount shown. A tip above the sale or the till's threshold needs the cashier's confirmation.",
      code: ["main/peripherals/customer-display/tip-offer.ts", "renderer/counter/payment-actions.ts"],
      tests: [
        {
          file: "test/unit/main/peripherals/customer-display/display.test.ts",
          name: "asks for a tip before the payment, accepts one answer, and continues with the payment",
        },
        {
          file: "test/unit/main/peripherals/customer-display/display.test.ts",
          name: "asks no question at a locked till, which cannot receive the answer",
        },
        {
          file: "test/e2e/customer-display.spec.ts",
          name: "the screen is readable and accepts a tip, and allows no other action @thorough",
        },
      ],
      residual: "The nearest person can answer.",
    },
    {
      id: "S9",
      against: "A false answer to a register's question",
      by: "Only the customer's screen can answer, while the question is shown.",
      code: ["main/peripherals/customer-display/messages.ts"],
      tests: [
        {
          file: "test/integration/main/registers-customer-screen.thorough.test.ts",
          name: "is shown when a screen is open, and is answered there by its customer only",
        },
      ],
      residual: "The nearest person can answer.",
    },
    {
      id: "S10",
      against: "Injected scripts and styles",
      by: "Content-Security-Policy without `unsafe-inline` or `unsafe-eval`, the same over `app://` and loopback.",
      code: ["contract/values/security-headers.ts"],
      tests: [
        {
          file: "test/unit/main/bridge/page-files.test.ts",
          name: "need no token and are sent with a restrictive policy",
        },
        { file: "test/e2e/desktop-guards.spec.ts", name: "runs and loads only what the till serves" },
      ],
      residual: "None known.",
    },
    {
      id: "S11",
      against: "Oversized input",
      by: "64 KiB on IPC and HTTP, with the same error; 300 KiB for a picture, 2 MiB for the catalogue.",
      code: ["main/bridge/limits.ts"],
      tests: [
        { file: "test/unit/main/bridge/http.test.ts", name: "accept 64 KiB and answer 413 to one more byte" },
        {
          file: "test/unit/main/shells/electron/ipc.test.ts",
          name: "accepts the loopback bridge's maximum size, and rejects more with the same error",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S12",
      against: "Other pages and programs calling the bridge",
      by: "127.0.0.1 only; exact `Host`, `Origin` and `Sec-Fetch-Site`; 256-bit token compared in constant time; session in a header; no cookies, no CORS.",
      code: ["contract/values/request-guard.ts", "main/bridge/window-sessions.ts", "main/bridge/http.ts"],
      tests: [
        { file: "test/unit/main/bridge/http-callers.test.ts", name: "is refused by %s" },
        {
          file: "test/unit/main/bridge/http-callers.test.ts",
          name: "is granted to a page that exchanged the token for a session of this till, never by a cookie",
        },
        {
          file: "test/unit/main/bridge/http-callers.test.ts",
          name: "is refused to other machines: only 127.0.0.1 listens",
        },
        { file: "test/unit/main/bridge/window-sessions.test.ts", name: "is granted by the token and nothing else" },
      ],
      residual:
        "Programs of the same user can read the page's session and the ready line's token, until the till stops.",
    },
    {
      id: "S13",
      against: "Exhausting the bridge's connections",
      by: "Headers within 5 s, a request within 10 s, 5 s idle. A refused request closes its connection. Beyond 128 the oldest unauthenticated connection is closed; a register keeps 16.",
      code: ["main/bridge/loopback.ts", "main/bridge/connections.ts"],
      tests: [
        {
          file: "test/unit/main/bridge/loopback.test.ts",
          name: "without authentication are dropped oldest first for new ones, and authenticated ones stay",
        },
        {
          file: "test/unit/main/bridge/loopback.test.ts",
          name: "are closed with the response to a caller refused %s",
        },
        {
          file: "test/unit/main/bridge/loopback.test.ts",
          name: "admit a token holder within a second while another program reopens 200 without end",
        },
        {
          file: "test/integration/main/registers-listening.thorough.test.ts",
          name: "keeps its sixteen latest, and blocks no other register",
        },
      ],
      residual: "A token holder can use up the authenticated connections.",
    },
    {
      id: "S14",
      against: "Ambiguous JSON",
      by: "A body with the same field twice is refused, and the field is named.",
      code: ["main/bridge/loopback.ts"],
      tests: [{ file: "test/unit/main/bridge/loopback.test.ts", name: "with a duplicate field are refused: %s" }],
      residual: "None known.",
    },
    {
      id: "S15",
      against: "Secrets on the browser's command line",
      by: "The command line names a 0600 page in a 0700 folder. Its ticket works once, for two minutes; a second use ends the session and is logged.",
      code: ["main/shells/browser/ticket-page.ts", "main/bridge/window-sessions.ts"],
      tests: [
        {
          file: "test/unit/main/shells/browser/browser.test.ts",
          name: "is in a page that only its user can read, and on no command line",
        },
        {
          file: "test/unit/main/bridge/window-sessions.test.ts",
          name: "ends the session of a ticket that is used twice, whichever use was the window's",
        },
        {
          file: "test/integration/main/window-ticket.test.ts",
          name: "logs and journals a reused ticket and an unknown ticket",
        },
      ],
      residual: "Programs of the same user can read the page.",
    },
    {
      id: "S16",
      against: "A signed-in session that no window receives",
      by: "When the window goes away during the PIN check, the sign-in is undone, including a new owner's. The next sign-in asks again.",
      code: ["main/bridge/dispatch.ts"],
      tests: [
        {
          file: "test/integration/main/window-reload.thorough.test.ts",
          name: "undoes a sign-in whose connection ends before its response, and journals both",
        },
        {
          file: "test/integration/main/window-reload.thorough.test.ts",
          name: "keeps the first owner, created in a window that was closed, and signs the owner out",
        },
        {
          file: "test/unit/main/shells/electron/ipc.test.ts",
          name: "does not sign a user in when its page %s while the PIN is checked",
        },
      ],
      residual: "None known.",
    },
    {
      id: "S17",
      against: "Turning the installed program into something else",
      by: "Unknown options, including Chromium's and Node's switches, stop the start. `--maintenance` lets them through but opens no window and no bridge. The package is one archive with two native modules.",
      code: ["main/app/options.ts", "electron-builder.yml"],
      tests: [
        {
          file: "test/integration/main/desktop-process.thorough.test.ts",
          name: "rejects an unknown option",
        },
        {
          file: "test/unit/packaging/documents.test.ts",
          name: "are right that Chromium and Node switches do not start a till",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has this platform's native modules, alone outside of the archive",
        },
      ],
      residual: "Fuses (below) have not been run in a real package.",
    },
    {
      id: "S18",
      against: "A broken window or main process (desktop)",
      by: "A window is reloaded three times a minute at most, then shows a call for help. Main closes after an uncaught error and restarts once.",
      code: ["main/shells/electron/window-crash.ts", "main/shells/electron/main-crash.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window-crash.test.ts",
          name: "is reloaded three times in a minute, and then shows the help page",
        },
        {
          file: "test/unit/main/shells/electron/main-crash.test.ts",
          name: "relaunches once: the next start reads the record from disk",
        },
        {
          file: "test/e2e/desktop.spec.ts",
          name: "reloads a crashed page with the open payment, and asks for help after repeated crashes",
        },
      ],
      residual: "Relaunch has not been run in real Electron.",
    },
    {
      id: "S19",
      against: "Developer tools and menu shortcuts (desktop)",
      by: "Packages have no developer tools and no menu; macOS has a clipboard menu only.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/window.test.ts", name: "disable the developer tools once installed" },
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "is empty except for clipboard keys on macOS: no key quits or opens anything",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S20",
      against: "Two tills on one data folder",
      by: "An operating-system lock; the second start ends with exit code 3.",
      code: ["main/storage/database/lock.ts"],
      tests: [
        {
          file: "test/integration/main/process.thorough.test.ts",
          name: "refuses a folder that another till holds, with exit code 3",
        },
        {
          file: "test/integration/main/desktop-process.thorough.test.ts",
          name: "does not start twice on one folder",
        },
      ],
      residual: "None known.",
    },
  ],
};
