import { createPool } from "../../../service/api/connections.ts";

const PROBE_MS = 5000;

export async function probe(callbackUri: string, ca: string | null): Promise<string> {
  const { origin, pathname, search } = new URL(callbackUri);
  const pool = createPool(origin, { ca, connectMs: PROBE_MS });
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const answer = await pool.request({ path: pathname + search, method: "POST", body: "{}", signal });
    await answer.body.dump();
    return `status ${answer.statusCode}`;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return code ?? name;
  } finally {
    await pool.destroy();
  }
}
