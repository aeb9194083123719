/** Set-up for every test file: cheap hashing of PINs and cheap vaults, because tests make hundreds that protect nothing. */
import { PIN_STRETCH } from "../../main/people/pin.ts";
import { STRETCH, VAULT_COST } from "../../main/storage/vault/stretch.ts";

/** As the program has it: this file is run again for each file of a worker, which has lowered it by then. */
const kept = globalThis as typeof globalThis & { realVaultCost?: typeof VAULT_COST };
kept.realVaultCost ??= { ...VAULT_COST };

PIN_STRETCH.N = 1024;
Object.assign(VAULT_COST, { machine: 1024, passphrase: 2048 });

/** For as long as it is held, a PIN is hashed as in the program: one hash more or less is then seen. */
export function realPins(): Disposable {
  return pinsAt(STRETCH.N);
}

/** The same at another cost, as the `N` of scrypt: one hash is seen as well where it takes many times what is around it. */
export function pinsAt(cost: number): Disposable {
  const cheap = PIN_STRETCH.N;
  PIN_STRETCH.N = cost;
  return {
    [Symbol.dispose]() {
      PIN_STRETCH.N = cheap;
    },
  };
}

/** For as long as it is held, vaults cost what they do in the program: they are then the ones that it makes and opens. */
export function realVaults(): Disposable {
  const cheap = { ...VAULT_COST };
  Object.assign(VAULT_COST, kept.realVaultCost);
  return { [Symbol.dispose]: () => void Object.assign(VAULT_COST, cheap) };
}
