/** Before every test file: the PINs of tests protect nothing, and hundreds of them are hashed. */
import { PIN_STRETCH } from "../../main/people/pin.ts";

PIN_STRETCH.N = 1024;
