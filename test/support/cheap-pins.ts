/** Set-up for every test file: cheap PIN hashing and cheap vaults, since test secrets protect nothing. */
import { PIN_STRETCH } from "../../main/people/pin.ts";
import { SCRYPT_COST, VAULT_COST } from "../../main/storage/vault/scrypt-cost.ts";

/** The program's original cost. This file runs again for each file of a worker, which has lowered the cost already. */
const globals = globalThis as typeof globalThis & { realVaultCost?: typeof VAULT_COST };
globals.realVaultCost ??= { ...VAULT_COST };

PIN_STRETCH.N = 1024;
Object.assign(VAULT_COST, { machine: 1024, passphrase: 2048 });

/** Hashes PINs at the program's real cost until disposed, so that one hash more or less is measurable. */
export function realPins(): Disposable {
  return pinsAt(SCRYPT_COST.N);
}

/** Hashes PINs at another cost, the `N` of scrypt, until disposed. */
export function pinsAt(cost: number): Disposable {
  const cheap = PIN_STRETCH.N;
  PIN_STRETCH.N = cost;
  return {
    [Symbol.dispose]() {
      PIN_STRETCH.N = cheap;
    },
  };
}

/** Uses vaults at the program's real cost until disposed. */
export function realVaults(): Disposable {
  const cheap = { ...VAULT_COST };
  Object.assign(VAULT_COST, globals.realVaultCost);
  return { [Symbol.dispose]: () => void Object.assign(VAULT_COST, cheap) };
}
