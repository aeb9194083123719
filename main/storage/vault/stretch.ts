/**
 * What turns something that can be guessed into a key: scrypt. About a quarter of a second a guess, for a PIN and for a
 * passphrase alike.
 */
export const STRETCH = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
