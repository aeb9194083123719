/** What a customer reads on their phone after a scan that names no sale (2.5), in each of the customers' languages. */
import type { CustomerLanguage } from "../../../contract/customer-language.ts";

type Reply = "sale" | "kept" | "wait" | "several" | "old" | "moment" | "tested" | "retired";

const REPLIES: Readonly<Record<CustomerLanguage, Readonly<Record<Reply, string>>>> = {
  en: {
    sale: "Pay at {shop} · {words}. Approve the request when it comes; the screen shows the same two words.",
    kept: "Connected to {shop} · {words}. The request comes when the total is known.",
    wait: "Another customer is being served. Wait for your turn, and scan again then. You have not paid anything.",
    several: "Several customers are being served. Ask at the till. You have not paid anything.",
    old: "That took too long. Scan again. You have not paid anything.",
    moment: "One moment: the till is looking for your sale. If nothing comes, ask at the till.",
    tested: "This sticker works. Nothing was sold.",
    retired: "This sticker is not used any more. Ask at the till.",
  },
  nb: {
    sale: "Betal hos {shop} · {words}. Godkjenn forespørselen når den kommer; skjermen viser de samme to ordene.",
    kept: "Koblet til {shop} · {words}. Forespørselen kommer når beløpet er klart.",
    wait: "En annen kunde blir betjent. Vent på tur, og skann på nytt da. Du har ikke betalt noe.",
    several: "Flere kunder blir betjent. Spør i kassen. Du har ikke betalt noe.",
    old: "Det tok for lang tid. Skann på nytt. Du har ikke betalt noe.",
    moment: "Et øyeblikk: kassen leter etter kjøpet ditt. Spør i kassen hvis det ikke kommer noe.",
    tested: "Dette klistremerket virker. Ingenting ble solgt.",
    retired: "Dette klistremerket er ikke i bruk lenger. Spør i kassen.",
  },
  sv: {
    sale: "Betala hos {shop} · {words}. Godkänn begäran när den kommer; skärmen visar samma två ord.",
    kept: "Ansluten till {shop} · {words}. Begäran kommer när summan är klar.",
    wait: "En annan kund betjänas. Vänta på din tur och skanna igen då. Du har inte betalat något.",
    several: "Flera kunder betjänas. Fråga i kassan. Du har inte betalat något.",
    old: "Det tog för lång tid. Skanna igen. Du har inte betalat något.",
    moment: "Ett ögonblick: kassan letar efter ditt köp. Fråga i kassan om inget kommer.",
    tested: "Dekalen fungerar. Inget såldes.",
    retired: "Dekalen används inte längre. Fråga i kassan.",
  },
  da: {
    sale: "Betal hos {shop} · {words}. Godkend anmodningen, når den kommer; skærmen viser de samme to ord.",
    kept: "Forbundet med {shop} · {words}. Anmodningen kommer, når beløbet er klar.",
    wait: "En anden kunde bliver betjent. Vent på din tur, og scan igen til den tid. Du har ikke betalt noget.",
    several: "Flere kunder bliver betjent. Spørg ved kassen. Du har ikke betalt noget.",
    old: "Det tog for lang tid. Scan igen. Du har ikke betalt noget.",
    moment: "Et øjeblik: kassen leder efter dit køb. Spørg ved kassen, hvis der ikke kommer noget.",
    tested: "Dette klistermærke virker. Intet blev solgt.",
    retired: "Dette klistermærke bruges ikke længere. Spørg ved kassen.",
  },
  fi: {
    sale: "Maksa: {shop} · {words}. Hyväksy pyyntö, kun se tulee; näytöllä on samat kaksi sanaa.",
    kept: "Yhdistetty: {shop} · {words}. Pyyntö tulee, kun loppusumma on selvillä.",
    wait: "Toista asiakasta palvellaan. Odota vuoroasi ja skannaa sitten uudelleen. Et ole maksanut mitään.",
    several: "Useaa asiakasta palvellaan. Kysy kassalta. Et ole maksanut mitään.",
    old: "Siinä kesti liian kauan. Skannaa uudelleen. Et ole maksanut mitään.",
    moment: "Hetki: kassa etsii ostostasi. Jos mitään ei tule, kysy kassalta.",
    tested: "Tämä tarra toimii. Mitään ei myyty.",
    retired: "Tämä tarra ei ole enää käytössä. Kysy kassalta.",
  },
  de: {
    sale: "Zahlen bei {shop} · {words}. Bestätigen Sie die Anfrage, wenn sie kommt; der Bildschirm zeigt dieselben zwei Wörter.",
    kept: "Verbunden mit {shop} · {words}. Die Anfrage kommt, sobald der Betrag feststeht.",
    wait: "Es wird gerade jemand anderes bedient. Warten Sie und scannen Sie dann noch einmal. Sie haben nichts bezahlt.",
    several: "Es werden gerade mehrere Kunden bedient. Fragen Sie an der Kasse. Sie haben nichts bezahlt.",
    old: "Das hat zu lange gedauert. Scannen Sie noch einmal. Sie haben nichts bezahlt.",
    moment: "Einen Moment: Die Kasse sucht Ihren Einkauf. Kommt nichts, fragen Sie an der Kasse.",
    tested: "Dieser Aufkleber funktioniert. Nichts wurde verkauft.",
    retired: "Dieser Aufkleber wird nicht mehr verwendet. Fragen Sie an der Kasse.",
  },
  fr: {
    sale: "Payez chez {shop} · {words}. Validez la demande quand elle arrive ; l’écran affiche les deux mêmes mots.",
    kept: "Connecté à {shop} · {words}. La demande arrive dès que le total est connu.",
    wait: "Un autre client est servi. Attendez votre tour, puis scannez de nouveau. Vous n’avez rien payé.",
    several: "Plusieurs clients sont servis. Demandez à la caisse. Vous n’avez rien payé.",
    old: "Cela a pris trop de temps. Scannez de nouveau. Vous n’avez rien payé.",
    moment: "Un instant : la caisse cherche votre achat. Si rien n’arrive, demandez à la caisse.",
    tested: "Cet autocollant fonctionne. Rien n’a été vendu.",
    retired: "Cet autocollant n’est plus utilisé. Demandez à la caisse.",
  },
  es: {
    sale: "Pague en {shop} · {words}. Apruebe la solicitud cuando llegue; la pantalla muestra las mismas dos palabras.",
    kept: "Conectado con {shop} · {words}. La solicitud llega cuando se sepa el total.",
    wait: "Se está atendiendo a otro cliente. Espere su turno y escanee de nuevo. No ha pagado nada.",
    several: "Se está atendiendo a varios clientes. Pregunte en la caja. No ha pagado nada.",
    old: "Ha pasado demasiado tiempo. Escanee de nuevo. No ha pagado nada.",
    moment: "Un momento: la caja busca su compra. Si no llega nada, pregunte en la caja.",
    tested: "Esta pegatina funciona. No se ha vendido nada.",
    retired: "Esta pegatina ya no se usa. Pregunte en la caja.",
  },
  pl: {
    sale: "Zapłać: {shop} · {words}. Zatwierdź prośbę, gdy nadejdzie; ekran pokazuje te same dwa słowa.",
    kept: "Połączono: {shop} · {words}. Prośba nadejdzie, gdy kwota będzie znana.",
    wait: "Obsługiwany jest inny klient. Poczekaj na swoją kolej i zeskanuj ponownie. Nic nie zapłacono.",
    several: "Obsługiwanych jest kilku klientów. Zapytaj w kasie. Nic nie zapłacono.",
    old: "Trwało to zbyt długo. Zeskanuj ponownie. Nic nie zapłacono.",
    moment: "Chwileczkę: kasa szuka Twojego zakupu. Jeśli nic nie nadejdzie, zapytaj w kasie.",
    tested: "Ta naklejka działa. Nic nie sprzedano.",
    retired: "Ta naklejka nie jest już używana. Zapytaj w kasie.",
  },
  uk: {
    sale: "Оплата: {shop} · {words}. Підтвердьте запит, коли він надійде; на екрані ті самі два слова.",
    kept: "З’єднано: {shop} · {words}. Запит надійде, щойно буде відома сума.",
    wait: "Зараз обслуговують іншого клієнта. Дочекайтеся своєї черги та відскануйте ще раз. Ви нічого не сплатили.",
    several: "Зараз обслуговують кількох клієнтів. Запитайте на касі. Ви нічого не сплатили.",
    old: "Минуло забагато часу. Відскануйте ще раз. Ви нічого не сплатили.",
    moment: "Хвилинку: каса шукає вашу покупку. Якщо нічого не надійде, запитайте на касі.",
    tested: "Ця наліпка працює. Нічого не продано.",
    retired: "Ця наліпка більше не використовується. Запитайте на касі.",
  },
};

/** @param values the shop's name and the match words, where the reply has a place for them */
export function replyText(
  reply: Reply,
  language: CustomerLanguage,
  { shop = "", words = "" }: { shop?: string; words?: string } = {},
): string {
  // As functions: a shop's name may hold what a replacement pattern means.
  return REPLIES[language][reply].replace("{shop}", () => shop).replace("{words}", () => words);
}
