/** The currencies that people pay with today. Pure. */

/**
 * ISO 4217, list one, as of 2026: national currencies in use, without funds (BOV, CLF, …), metals, drawing rights and
 * test codes. What a platform's own list has beyond this is history: BGN and HRK gave way to the euro, ANG to XCG.
 */
const CODES = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR
ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF
XPF YER ZAR ZMW ZWG`;

/** Codes of the currencies in use, in the order of the alphabet. */
export const CURRENT_CURRENCIES: readonly string[] = CODES.trim().split(/\s+/);

/** Those of them that this machine has a name for in a language: what a list can offer. */
export function currentCurrencies(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: "currency", fallback: "none" });
  return CURRENT_CURRENCIES.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [{ code, name }];
  });
}
