/** Entry of the desktop in `npm run dev -- --electron`: `main/electron.ts` with Vite's pages. */
import "./electron-pages.mjs";
import "../../main/electron.ts";
