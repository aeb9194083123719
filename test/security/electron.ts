import type { ControlGroup } from "./control.ts";

export const electron: ControlGroup = {
  title: "Electron's security checklist",
  intro: "The twenty recommendations of Electron's documentation for version 45.",
  controls: [
    {
      id: "S84",
      against: "1. Only load secure content",
      by: "Pages come from `app://` only, a secure origin with the program's own files.",
      code: ["main/shells/electron/app-protocol.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/app-protocol.test.ts",
          name: "is declared as a secure origin without CORS, service workers or a CSP bypass",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S85",
      against: "2. No Node integration for remote content",
      by: "There is no remote content, and no Node in any page, worker or frame.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "enable the sandbox and isolation, and disable Node",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S86",
      against: "3. Context isolation",
      by: "On for both windows. Preloads expose functions, never an `ipcRenderer` event.",
      code: ["preload/preload.ts", "preload/customer.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "enable the sandbox and isolation, and disable Node",
        },
        { file: "test/unit/preload/preload.test.ts", name: "passes only the event to a listener, until it is removed" },
        {
          file: "test/e2e/desktop-guards.spec.ts",
          name: "receives from Electron only what its preload exposes, as values",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S87",
      against: "4. Process sandboxing",
      by: "On for each page; `app.enableSandbox()` runs before the app is ready.",
      code: ["main/shells/electron/window.ts", "main/electron.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "enable the sandbox and isolation, and disable Node",
        },
        {
          file: "test/integration/main/desktop-process.thorough.test.ts",
          name: "needs %s from the start",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S88",
      against: "5. Handle permission requests",
      by: "All refused in both sessions, except copying text from the till's page outside kiosk mode.",
      code: ["main/shells/electron/lock-down.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/lock-down.test.ts",
          name: "grants no permission, for requests or checks",
        },
        {
          file: "test/unit/main/shells/electron/desktop.test.ts",
          name: "has the IPC bridge, the locks, the crash policy and the blocker",
        },
        { file: "test/e2e/desktop-guards.spec.ts", name: "may copy and save, and has no other permission" },
      ],
      residual: "Device and pairing handlers have unit tests only.",
    },
    {
      id: "S89",
      against: "6. Do not disable `webSecurity`",
      by: "On.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "keep Chromium's own protections, and enable no experiments",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S90",
      against: "7. Define a Content-Security-Policy",
      by: "In a header of each answer, refusals included; no `unsafe-`, hosts or wildcards.",
      code: ["contract/values/security-headers.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/app-protocol.test.ts",
          name: "sends the same headers with refusals",
        },
        {
          file: "test/unit/main/shells/breakdowns/help-page.test.ts",
          name: "is allowed by its own policy, with its single style (%s)",
        },
        { file: "test/e2e/desktop-guards.spec.ts", name: "runs and loads only what the till serves" },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S91",
      against: "8. Do not enable `allowRunningInsecureContent`",
      by: "Off.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "keep Chromium's own protections, and enable no experiments",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S92",
      against: "9. Do not enable experimental features",
      by: "Off.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "keep Chromium's own protections, and enable no experiments",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S93",
      against: "10. Do not use `enableBlinkFeatures`",
      by: "Not set.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "keep Chromium's own protections, and enable no experiments",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S94",
      against: "11. No `allowpopups` for webviews",
      by: "There are no webviews: `webviewTag` is off.",
      code: ["main/shells/electron/window.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/window.test.ts",
          name: "keep Chromium's own protections, and enable no experiments",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S95",
      against: "12. Verify webviews before they are made",
      by: "Each attachment is prevented.",
      code: ["main/shells/electron/lock-down.ts"],
      tests: [{ file: "test/unit/main/shells/electron/lock-down.test.ts", name: "attach no webview" }],
      residual: "Unit test only: the stand-in has no webviews.",
    },
    {
      id: "S96",
      against: "13. Limit navigation",
      by: "Pages, frames and redirects stay on `app://till`.",
      code: ["main/shells/electron/guards.ts", "main/shells/electron/lock-down.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/lock-down.test.ts", name: "stay on the till's pages (%s)" },
        { file: "test/unit/main/shells/electron/guards.test.ts", name: "is blocked: %s" },
        {
          file: "test/e2e/desktop-guards.spec.ts",
          name: "cannot navigate by a link, a script, a form or another scheme",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S97",
      against: "14. Limit new windows",
      by: "Each is denied; main opens the customer's window.",
      code: ["main/shells/electron/lock-down.ts"],
      tests: [
        {
          file: "test/unit/main/shells/electron/lock-down.test.ts",
          name: "open no window, and only the demo phone's link in the system's browser",
        },
        {
          file: "test/e2e/desktop.spec.ts",
          name: "opens no window itself, and opens only the demo's phone in the system browser",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S98",
      against: "15. No `shell.openExternal` with untrusted content",
      by: "Pages can open one address only, with the demo's own sandbox on this machine.",
      code: ["main/shells/electron/guards.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/guards.test.ts", name: "are blocked: %s" },
        { file: "test/unit/main/shells/electron/lock-down.test.ts", name: "open no link at a live till" },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S99",
      against: "16. Use a current version of Electron",
      by: "Pinned exactly to a supported major version; updates come with the till's own.",
      code: ["package.json"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "pins Electron to the release whose types the shell uses",
        },
      ],
      residual: "A till without updates keeps its Electron.",
    },
    {
      id: "S100",
      against: "17. Validate the sender of all IPC messages",
      by: "Window, frame and origin, for each message of both windows.",
      code: ["main/shells/electron/ipc.ts", "main/shells/electron/guards.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/ipc.test.ts", name: "rejects calls from %s" },
        { file: "test/unit/main/shells/electron/guards.test.ts", name: "is the main frame of our window on our page" },
        {
          file: "test/e2e/desktop-guards.spec.ts",
          name: "gets no command answered when it is not the till's own, in either window",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S101",
      against: "18. Custom protocols instead of `file://`",
      by: "`app://` with a path check; a fuse takes `file://` its privileges.",
      code: ["main/shells/electron/app-files.ts"],
      tests: [
        { file: "test/unit/main/shells/electron/app-files.test.ts", name: "stay within the renderer's folder: %s" },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Not run in real Electron.",
    },
    {
      id: "S102",
      against: "19. Check which fuses you can change",
      by: "All eight are set, and read back from the packed program.",
      code: ["electron-builder.yml", "scripts/release.mjs"],
      tests: [
        {
          file: "test/unit/packaging/configuration.test.ts",
          name: "sets every fuse, and disables the dangerous ones",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "has the configured fuses, read back from the program",
        },
      ],
      residual: "Fuses have not been seen at work.",
    },
    {
      id: "S103",
      against: "20. Do not expose Electron's APIs to pages",
      by: "The till's page gets `call` and `on`; the customer's gets `get`, `picture`, `chooseTip`, `answer` and `on`.",
      code: ["preload/preload.ts", "preload/customer.ts"],
      tests: [
        { file: "test/unit/preload/preload.test.ts", name: "exposes a call and a listener" },
        {
          file: "test/unit/preload/preload.test.ts",
          name: "exposes its screen, its logo, one answer and one listener",
        },
        {
          file: "test/unit/packaging/package.thorough.test.ts",
          name: "gives its customer's window only that window's functions",
        },
      ],
      residual: "Not run in real Electron.",
    },
  ],
};
