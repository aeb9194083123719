/** Norwegian Bokmål: automatsalg that wait for a person, and those under way. */
import type { enVends } from "../en/vends.ts";

export const nbVends: typeof enVends = {
  vends: {
    title: "Automatsalg å se på: {{number}}",
    none: "Hvert automatsalg er betalt for det som kom ut.",
    failed: "Automatsalgene kunne ikke leses. Betalinger er ikke berørt.",
    more: "Vis flere",
    rest: "Vis {{number}} til",
    underWay: "Pågår nå",
    since: "siden {{time}}",
    payment: "Betaling {{number}}",
    story: "Åpne betalingen",
    orderedAt: "Bestilt {{time}}",
    notOrdered: "Ikke kjent som bestilt",
    ordered: "Bestilt",
    said: "Automaten sa",
    notKnown: "Ikke kjent",
    nothing: "Ingenting kom ut",
    goods: "{{quantity}} × {{name}} ({{slot}})",
    slot: "{{quantity}} fra plass {{slot}}",
    decided: "Avgjort av",
    decidedBy: {
      machine: "Det automaten sa",
      release: "Din regel: gi pengene tilbake",
      capture: "Din regel: behold pengene",
      none: "Ingenting ennå: automaten spørres igjen og igjen",
    },
    money: {
      title: "Penger",
      captured: "{{amount}} belastet",
      released: "{{amount}} gitt tilbake",
      reserved: "{{amount}} fortsatt reservert",
    },
    state: {
      authorising: "Kunden spørres",
      dispensing: "Automaten gir ut varer",
      settling: "Pengene følger etter",
      done: "Over",
      cancelled: "Avbrutt",
      unknown: "Bør ses på",
    },
    resolve: "Si hva som kom ut",
    resolveTitle: "Hva kom ut for betaling {{number}}?",
    resolveText:
      "Se i automaten, og tell hva som mangler på hver plass. Det du sier, gjelder som svaret fra automaten.",
    resolveYes: "Bekreft",
    slotOf: "{{name}}, plass {{slot}}",
    less: "Én mindre av {{name}}",
    oneMore: "Én til av {{name}}",
    count: "{{count}} av {{quantity}}",
    consequence: {
      nothing: "Ingenting kom ut: ingenting belastes, og {{back}} går tilbake til kunden.",
      part: "{{captured}} belastes for det som kom ut, og {{back}} går tilbake til kunden.",
      all: "Alt kom ut: {{captured}} belastes, og ingenting går tilbake.",
    },
    acknowledge: "Sett på",
    acknowledgeTitle: "Betaling {{number}}: sett på?",
    acknowledgeText:
      "Den går ut av listen, og journalen sier hvem som så på den. Ingen penger flyttes av dette: det som skal gis tilbake, refunderes på betalingen.",
    done: {
      resolved: "Betaling {{number}}: det som kom ut, er notert, og pengene følger etter.",
      acknowledged: "Betaling {{number}} er sett på.",
    },
  },
};
