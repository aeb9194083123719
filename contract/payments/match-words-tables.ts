/**
 * Colours and animals of match words. Adjectives agree with the animal's gender and follow the language's word order.
 * The same index means the same colour or animal in every table.
 */
import type { CustomerLanguage } from "../values/customer-language.ts";

/** `c`: common gender, or no genders in the language */
type Gender = "c" | "m" | "f" | "n";

export interface MatchTable {
  animalFirst: boolean;
  colours: Partial<Record<Gender, readonly string[]>>;
  animals: readonly (readonly [gender: Gender, name: string])[];
}

/** Parses `f:Eule Robbe`. Genders may alternate; the order is kept. */
function parseAnimals(text: string): MatchTable["animals"] {
  let gender: Gender = "c";
  return text.split(/\s+/).map((word) => {
    const [, newGender, name = word] = /^([cmfn]):(.+)$/.exec(word) ?? [];
    if (newGender === "c" || newGender === "m" || newGender === "f" || newGender === "n") gender = newGender;
    return [gender, name] as const;
  });
}

const words = (text: string): readonly string[] => text.split(" ");

// biome-ignore format: each table in the same order as the first, so that a column can be compared
export const MATCH_TABLES: Readonly<Record<CustomerLanguage, MatchTable>> = {
  en: {
    animalFirst: false,
    colours: { c: words("blue green red yellow white grey brown purple orange pink golden turquoise") },
    animals: parseAnimals(
      "heron fox owl elk otter beaver hare eagle falcon swan seal whale lion tiger panda camel penguin parrot robin lynx reindeer salmon trout dolphin puffin stork crane dove giraffe zebra bee hedgehog",
    ),
  },
  nb: {
    animalFirst: false,
    colours: {
      c: words("blå grønn rød gul hvit grå brun lilla oransje rosa gyllen turkis"),
      n: words("blått grønt rødt gult hvitt grått brunt lilla oransje rosa gyllent turkis"),
    },
    animals: parseAnimals(
      "hegre rev ugle elg oter bever hare ørn falk svane sel hval løve tiger panda kamel pingvin papegøye rødstrupe gaupe rein laks ørret delfin lunde stork trane due sjiraff sebra bie n:pinnsvin",
    ),
  },
  sv: {
    animalFirst: false,
    colours: {
      c: words("blå grön röd gul vit grå brun lila orange rosa gyllene turkos"),
      n: words("blått grönt rött gult vitt grått brunt lila orange rosa gyllene turkost"),
    },
    animals: parseAnimals(
      "häger räv uggla älg utter bäver hare örn falk svan säl val n:lejon c:tiger panda kamel pingvin papegoja rödhake n:lodjur c:ren lax öring delfin lunnefågel stork trana duva giraff zebra n:bi c:igelkott",
    ),
  },
  da: {
    animalFirst: false,
    colours: {
      c: words("blå grøn rød gul hvid grå brun lilla orange lyserød gylden turkis"),
      n: words("blåt grønt rødt gult hvidt gråt brunt lilla orange lyserødt gyldent turkis"),
    },
    animals: parseAnimals(
      "hejre ræv ugle elg odder bæver hare ørn falk svane sæl hval løve tiger panda kamel pingvin papegøje rødkælk los n:rensdyr c:laks ørred delfin lunde stork trane due giraf zebra bi n:pindsvin",
    ),
  },
  fi: {
    animalFirst: false,
    colours: {
      c: words("sininen vihreä punainen keltainen valkoinen harmaa ruskea violetti oranssi pinkki kultainen turkoosi"),
    },
    animals: parseAnimals(
      "haikara kettu pöllö hirvi saukko majava jänis kotka haukka joutsen hylje valas leijona tiikeri panda kameli pingviini papukaija punarinta ilves poro lohi taimen delfiini lunni kattohaikara kurki kyyhky kirahvi seepra mehiläinen siili",
    ),
  },
  de: {
    animalFirst: false,
    colours: {
      m: words("blauer grüner roter gelber weißer grauer brauner violetter orange rosa goldener türkiser"),
      f: words("blaue grüne rote gelbe weiße graue braune violette orange rosa goldene türkise"),
      n: words("blaues grünes rotes gelbes weißes graues braunes violettes orange rosa goldenes türkises"),
    },
    animals: parseAnimals(
      "m:Reiher Fuchs f:Eule m:Elch Otter Biber Hase Adler Falke Schwan f:Robbe m:Wal Löwe Tiger Panda n:Kamel m:Pinguin Papagei n:Rotkehlchen m:Luchs n:Rentier m:Lachs f:Forelle m:Delfin Papageitaucher Storch Kranich f:Taube Giraffe n:Zebra f:Biene m:Igel",
    ),
  },
  fr: {
    animalFirst: true,
    colours: {
      m: words("bleu vert rouge jaune blanc gris brun violet orange rose doré turquoise"),
      f: words("bleue verte rouge jaune blanche grise brune violette orange rose dorée turquoise"),
    },
    animals: parseAnimals(
      "m:héron renard hibou élan f:loutre m:castor lièvre aigle faucon cygne phoque f:baleine m:lion tigre panda chameau pingouin perroquet rouge-gorge lynx renne saumon f:truite m:dauphin macareux f:cigogne grue colombe girafe m:zèbre f:abeille m:hérisson",
    ),
  },
  es: {
    animalFirst: true,
    colours: {
      m: words("azul verde rojo amarillo blanco gris marrón morado naranja rosa dorado turquesa"),
      f: words("azul verde roja amarilla blanca gris marrón morada naranja rosa dorada turquesa"),
    },
    animals: parseAnimals(
      "f:garza m:zorro búho alce f:nutria m:castor f:liebre águila m:halcón cisne f:foca ballena m:león tigre panda camello pingüino loro petirrojo lince reno salmón f:trucha m:delfín frailecillo f:cigüeña grulla paloma jirafa cebra abeja m:erizo",
    ),
  },
  pl: {
    animalFirst: false,
    colours: {
      m: words("niebieski zielony czerwony żółty biały szary brązowy fioletowy pomarańczowy różowy złoty turkusowy"),
      f: words("niebieska zielona czerwona żółta biała szara brązowa fioletowa pomarańczowa różowa złota turkusowa"),
    },
    animals: parseAnimals(
      "f:czapla m:lis f:sowa m:łoś f:wydra m:bóbr zając orzeł sokół łabędź f:foka m:wieloryb lew tygrys f:panda m:wielbłąd pingwin f:papuga m:rudzik ryś renifer łosoś pstrąg delfin maskonur bocian żuraw gołąb f:żyrafa zebra pszczoła m:jeż",
    ),
  },
  uk: {
    animalFirst: false,
    colours: {
      m: words("синій зелений червоний жовтий білий сірий коричневий фіолетовий помаранчевий рожевий золотий бірюзовий"),
      f: words("синя зелена червона жовта біла сіра коричнева фіолетова помаранчева рожева золота бірюзова"),
    },
    animals: parseAnimals(
      "f:чапля m:лис f:сова m:лось f:видра m:бобер заєць орел сокіл лебідь тюлень кит лев тигр f:панда m:верблюд пінгвін папуга f:вільшанка рись m:олень лосось f:форель m:дельфін топорик лелека журавель голуб жираф f:зебра бджола m:їжак",
    ),
  },
};
