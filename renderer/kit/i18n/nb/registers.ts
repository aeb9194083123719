/** Norwegian Bokmål: cash registers and other programs that have a key to this till. */

import type { Texts } from "../en/first.ts";
import type { enRegisters } from "../en/registers.ts";

export const nbRegisters: Texts<typeof enRegisters> = {
  registers: {
    title: "Kassasystemer",
    intro:
      "Kassasystemer og andre programmer som selger på denne kassen. Hvert har sin egen nøkkel og egne rettigheter.",
    address: "Kassasystemer når denne kassen på {{url}}.",
    closed:
      "Denne kassen lytter ikke etter kassasystemer ennå. Oppsettsfilen sier hvor den skal: nøkler som lages her, gjelder fra da av.",
    add: "Nytt kassasystem",
    none: "Ingen kassasystemer ennå",
    noneText: "Lag ett for hvert program, så ett kan trekkes tilbake uten de andre.",
    right: {
      sell: "Selge og reservere, og avbryte sine egne betalinger",
      capture: "Belaste og frigi reservasjoner",
      refund: "Refundere",
      read: "Lese alles betalinger",
    },
    refundUpTo: "Refundere inntil {{amount}}",
    refunds: { none: "Ingenting", limited: "Inntil en grense", all: "Alt" },
    limit: "Grense",
    limitHint: "Av én betaling i alt. Det som er mer, venter på noen ved kassen.",
    lastSeen: "Sist sett {{at}}",
    neverSeen: "Aldri sett",
    changeOf: "Endre {{name}}",
    revokeOf: "Trekk tilbake {{name}}",
    newTitle: "Nytt kassasystem",
    changeTitle: "Hva {{name}} kan gjøre",
    name: "Navn",
    nameHint: "Det står på betalingene og i rapportene, og blir stående.",
    create: "Lag nøkkelen",
    save: "Lagre",
    saving: "Lagrer …",
    keyTitle: "Nøkkelen til {{name}}",
    keyText: "Den vises denne ene gangen, og lagres her bare som et fingeravtrykk. Legg den inn i programmet nå.",
    keyCopy: "Kopier nøkkelen",
    keyCopied: "Nøkkelen er kopiert",
    keyDone: "Jeg har lagt den inn",
    revokeTitle: "Trekke tilbake {{name}}?",
    revokeText: "Nøkkelen åpner ingenting fra nå av. Betalingene går videre, og blir som de er. Ingen penger flyttes.",
    revokeNow: "Trekk tilbake",
    keep: "Behold det",
    webhooks: {
      title: "Webhooks",
      intro: "Adresser til programmer som denne kassen selv gir beskjed om det som skjer med betalinger.",
      none: "Ingen webhooks ennå.",
      add: "Ny webhook",
      newTitle: "Ny webhook",
      url: "Adresse",
      urlHint: "https://…; http bare til denne maskinen.",
      of: "Hvem sine betalinger",
      everybody: "Alles",
      create: "Lag hemmeligheten",
      secretTitle: "Hemmeligheten til {{address}}",
      secretText:
        "Den vises denne ene gangen. Legg den inn i programmet nå: med den sjekker det at meldinger er fra denne kassen.",
      secretCopy: "Kopier hemmeligheten",
      secretCopied: "Hemmeligheten er kopiert",
      state: {
        current: "Tar imot det den får",
        failing: "Tar ikke imot det den får ({{detail}}); betalinger som venter: {{number}}",
        ended: "Har svart at den ikke vil ha mer ({{detail}}): prøv den, så går det videre",
      },
      test: "Prøv {{address}}",
      taken: "{{address}} tok imot prøven.",
      refused: "{{address}} tok ikke imot prøven: {{detail}}.",
      renew: "Ny hemmelighet for {{address}}",
      renewTitle: "En ny hemmelighet for {{address}}?",
      renewText:
        "Meldinger signeres med den fra nå av: programmet må kjenne den. Det som avvises imens, kommer på nytt.",
      renewNow: "Lag en ny",
      remove: "Fjern {{address}}",
      removeTitle: "Fjerne {{address}}?",
      removeText:
        "Den får ikke flere beskjeder, heller ikke om det den har gått glipp av. Betalinger går videre. Ingen penger flyttes.",
      removeNow: "Fjern",
      keep: "Behold den",
    },
  },
};
