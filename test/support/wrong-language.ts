/** Detects text in the wrong language: Norwegian words in English text (`en`), English words in Norwegian (`nb`). */
export const WRONG_LANGUAGE = {
  en: /(?<![\p{L}-])(ikke|og|ble|blir|er|det|som|på|til|av|med|har|kan|må|fra|eller|denne|ingen|noen|kassen)(?![\p{L}-])/iu,
  nb: /(?<![\p{L}-])(the|was|were|not|with|of|is|are|has|have|been|and|or|this|that|it|its|from|nothing|cannot|which|again|does|did|will|but|what|when|there|please|must)(?![\p{L}-])/iu,
} as const;
