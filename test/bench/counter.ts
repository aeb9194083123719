/** A till at its counter for the rows that call it over the bridge: the built program, and its service, each a process. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";

export interface Counter extends AsyncDisposable {
  till: TillProcess;
  /** `http://127.0.0.1:…`, and what its requests are authorised by */
  bridge: { origin: string; authorization: string };
  /** Of the customers' phones */
  phoneUrl: string;
}

const TLS = join(import.meta.dirname, "../support/tls");
/** A certificate for this machine, which the service takes as one of an authority's, and its key: paths of PEM files. */
export const TLS_FILES = { certFile: join(TLS, "localhost.pem"), keyFile: join(TLS, "localhost-key.pem") };

/**
 * Starts both. The service calls back over HTTPS, as it does a shop: what it says then is believed.
 * @param perSecond how many requests the service is asked at the most; as usual unless told
 */
export async function openCounter(perSecond?: number): Promise<Counter> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(temporaryFolder());
  const sandbox = opened.use(
    await startSandboxProcess(join(folder.path, "sandbox"), ["--callback-ca", TLS_FILES.certFile]),
  );
  const given = JSON.parse(readFileSync(sandbox.provisioning, "utf8"));
  const config = join(folder.path, "till.json");
  const rate = perSecond === undefined ? {} : { rate: { perSecond } };
  const callbacks = { listen: "127.0.0.1:0", tls: TLS_FILES };
  writeFileSync(config, JSON.stringify({ ...given, ...rate, callbacks }));
  const till = opened.use(startProcess(["--shell", "none", "--data", join(folder.path, "till"), "--config", config]));
  const { origin, hash } = await till.ready;
  const bridge = { origin, authorization: `Bearer ${hash.replace("#token=", "")}` };
  const kept = opened.move();
  return { till, bridge, phoneUrl: sandbox.phoneUrl, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
