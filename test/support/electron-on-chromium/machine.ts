/** The machine of a stand-in start: its Chromium, displays and new targets. */
import { EventEmitter } from "node:events";
import { join } from "node:path";
import type { Display, Rectangle } from "electron";
import { type Chromium, type DisplaySize, startChromium } from "./devtools.ts";
import { say } from "./events.ts";

/** Parses `STAND_IN_DISPLAYS`: `1280x800 1024x768` is two displays next to each other. */
function toldDisplays(text: string): DisplaySize[] {
  let x = 0;
  return text.split(" ").map((size) => {
    const [width = 0, height = 0] = size.split("x").map(Number);
    x += width;
    return { x: x - width, y: 0, width, height };
  });
}

const displays: DisplaySize[] = toldDisplays(process.env.STAND_IN_DISPLAYS ?? "1280x800");
let chromium: Promise<Chromium> | null = null;
let running: Chromium | null = null;
/** Targets created for our windows, pending or complete */
const making = new Set<Promise<string>>();
const ours = new Map<string, PromiseWithResolvers<string>>();

/** Starts Chromium once. @param userData the folder for Electron's data */
export function theChromium(userData: string): Promise<Chromium> {
  chromium ??= startChromium(join(userData, "chromium"), displays).then((started) => {
    running = started;
    process.once("exit", () => started.kill());
    say("chromium", started.endpoint);
    return started;
  });
  return chromium;
}

/** Ends Chromium if it was started. */
export function endChromium(): void {
  running?.kill();
}

/** Closes every page that does not belong to our windows before it runs a script. Electron would never create one. */
export async function ownTargetsAlone({ browser }: Chromium): Promise<void> {
  browser.on("Target.attachedToTarget", ({ sessionId, targetInfo: { targetId, type } }) => {
    void Promise.all(making).then(async () => {
      const own = ours.get(targetId);
      if (own !== undefined) return own.resolve(sessionId);
      if (type === "page") await browser.send("Target.closeTarget", { targetId });
    });
  });
  await browser.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}

/** Makes a page for a window. @returns its target and its session */
export async function makeTarget(
  { browser }: Chromium,
  how: { browserContextId: string | undefined; bounds: Rectangle },
): Promise<{ targetId: string; sessionId: string }> {
  const { x, y, width, height } = how.bounds;
  const { browserContextId } = how;
  const asked = browser.send("Target.createTarget", {
    url: "about:blank",
    newWindow: true,
    browserContextId,
    left: x,
    top: y,
    width,
    height,
  });
  const made = asked.then(({ targetId }) => {
    ours.set(targetId, Promise.withResolvers<string>());
    return targetId;
  });
  making.add(made);
  const targetId = await made.finally(() => making.delete(made));
  return { targetId, sessionId: (await ours.get(targetId)?.promise) ?? "" };
}

function overlap(one: Rectangle, other: Rectangle): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

/** The current displays; the first is the primary one. */
export const ownScreen = Object.assign(new EventEmitter(), {
  getAllDisplays: (): Display[] =>
    displays.map(({ ...bounds }, at) => ({ id: at + 1, bounds, workArea: bounds, scaleFactor: 1 }) as Display),
  getPrimaryDisplay: (): Display => ownScreen.getAllDisplays()[0] as Display,
  getDisplayMatching: (bounds: Rectangle): Display =>
    ownScreen
      .getAllDisplays()
      .toSorted((one, other) => overlap(other.bounds, bounds) - overlap(one.bounds, bounds))[0] as Display,
});

/** Changes a display's resolution. @param display its number, from 0 */
export function displayBecomes(display: number, { width, height }: Pick<DisplaySize, "width" | "height">): void {
  const size = displays[display];
  if (size === undefined) throw new Error(`there is no display ${display}`);
  Object.assign(size, { width, height });
  ownScreen.emit("display-metrics-changed", {}, ownScreen.getAllDisplays()[display], ["bounds", "workArea"]);
}

/** Adds a display to the right of the others, or removes the last one. */
export function displaysBecome(count: number, { width, height } = { width: 1024, height: 768 }): void {
  while (displays.length < count) {
    const right = Math.max(...displays.map((display) => display.x + display.width));
    displays.push({ x: right, y: 0, width, height });
    ownScreen.emit("display-added", {}, ownScreen.getAllDisplays().at(-1));
  }
  while (displays.length > Math.max(1, count)) {
    const gone = ownScreen.getAllDisplays().at(-1);
    displays.pop();
    ownScreen.emit("display-removed", {}, gone);
  }
}
