/** Set-up for every test file: cheap PIN hashing, because tests hash hundreds of PINs that protect nothing. */
import { PIN_STRETCH } from "../../main/people/pin.ts";
import { STRETCH } from "../../main/storage/vault/cipher.ts";

PIN_STRETCH.N = 1024;

/** For as long as it is held, a PIN is hashed as in the program: one hash more or less is then seen. */
export function realPins(): Disposable {
  const cheap = PIN_STRETCH.N;
  PIN_STRETCH.N = STRETCH.N;
  return {
    [Symbol.dispose]() {
      PIN_STRETCH.N = cheap;
    },
  };
}
