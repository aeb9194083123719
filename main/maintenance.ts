/** Entry of `npm run till --`. */
import { maintain } from "./operations/maintenance/main.ts";

const { stdout, stderr, env } = process;
process.exitCode = await maintain(process.argv.slice(2), { stdout, stderr, env, now: Date.now() });
