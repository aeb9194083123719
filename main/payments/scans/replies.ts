/** Replies shown on a customer's phone after a scan that names no sale (2.5), by language. */
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";

type Reply =
  | "sale"
  | "stored"
  | "busy"
  | "ambiguous"
  | "expired"
  | "searching"
  | "tested"
  | "retired"
  | "out_of_service";

const REPLIES: Readonly<Record<CustomerLanguage, Readonly<Record<Reply, string>>>> = {
  en: {
    sale: "Pay at {shop} · {words}. Approve the request when it comes; the screen shows the same two words.",
    stored: "Connected to {shop} · {words}. The request comes when the total is known.",
    busy: "Another customer is being served. Wait for your turn, and scan again then. You have not paid anything.",
    ambiguous: "Several customers are being served. Ask at the till. You have not paid anything.",
    expired: "That took too long. Scan again. You have not paid anything.",
    searching: "One moment: the till is looking for your sale. If nothing comes, ask at the till.",
    tested: "This sticker works. Nothing was sold.",
    retired: "This sticker is not used any more. Ask at the till.",
    out_of_service: "Nothing can be bought here now. You have not paid anything.",
  },
  nb: {
    sale: "Betal hos {shop} · {words}. Godkjenn forespørselen når den kommer; skjermen viser de samme to ordene.",
    stored: "Koblet til {shop} · {words}. Forespørselen kommer når beløpet er klart.",
    busy: "En annen kunde blir betjent. Vent på tur, og skann på nytt da. Du har ikke betalt noe.",
    ambiguous: "Flere kunder blir betjent. Spør i kassen. Du har ikke betalt noe.",
    expired: "Det tok for lang tid. Skann på nytt. Du har ikke betalt noe.",
    searching: "Et øyeblikk: kassen leter etter kjøpet ditt. Spør i kassen hvis det ikke kommer noe.",
    tested: "Dette klistremerket virker. Ingenting ble solgt.",
    retired: "Dette klistremerket er ikke i bruk lenger. Spør i kassen.",
    out_of_service: "Her kan ingenting kjøpes nå. Du har ikke betalt noe.",
  },
  sv: {
    sale: "Betala hos {shop} · {words}. Godkänn förfrågan när den kommer; skärmen visar samma två ord.",
    stored: "Ansluten till {shop} · {words}. Förfrågan kommer när summan är klar.",
    busy: "En annan kund betjänas. Vänta på din tur och skanna igen då. Du har inte betalat något.",
    ambiguous: "Flera kunder betjänas. Fråga i kassan. Du har inte betalat något.",
    expired: "Det tog för lång tid. Skanna igen. Du har inte betalat något.",
    searching: "Ett ögonblick: kassan letar efter ditt köp. Fråga i kassan om inget kommer.",
    tested: "Dekalen fungerar. Inget såldes.",
    retired: "Dekalen används inte längre. Fråga i kassan.",
    out_of_service: "Här går det inte att köpa något nu. Du har inte betalat något.",
  },
  da: {
    sale: "Betal hos {shop} · {words}. Godkend anmodningen, når den kommer; skærmen viser de samme to ord.",
    stored: "Forbundet med {shop} · {words}. Anmodningen kommer, når beløbet er klar.",
    busy: "En anden kunde bliver betjent. Vent på din tur, og scan igen til den tid. Du har ikke betalt noget.",
    ambiguous: "Flere kunder bliver betjent. Spørg ved kassen. Du har ikke betalt noget.",
    expired: "Det tog for lang tid. Scan igen. Du har ikke betalt noget.",
    searching: "Et øjeblik: kassen leder efter dit køb. Spørg ved kassen, hvis der ikke kommer noget.",
    tested: "Dette klistermærke virker. Intet blev solgt.",
    retired: "Dette klistermærke bruges ikke længere. Spørg ved kassen.",
    out_of_service: "Her kan intet købes lige nu. Du har ikke betalt noget.",
  },
  fi: {
    sale: "Maksa: {shop} · {words}. Hyväksy pyyntö, kun se tulee; näytöllä on samat kaksi sanaa.",
    stored: "Yhdistetty: {shop} · {words}. Pyyntö tulee, kun loppusumma on selvillä.",
    busy: "Toista asiakasta palvellaan. Odota vuoroasi ja skannaa sitten uudelleen. Et ole maksanut mitään.",
    ambiguous: "Useaa asiakasta palvellaan. Kysy kassalta. Et ole maksanut mitään.",
    expired: "Siinä kesti liian kauan. Skannaa uudelleen. Et ole maksanut mitään.",
    searching: "Hetki: kassa etsii ostostasi. Jos mitään ei tule, kysy kassalta.",
    tested: "Tämä tarra toimii. Mitään ei myyty.",
    retired: "Tämä tarra ei ole enää käytössä. Kysy kassalta.",
    out_of_service: "Täältä ei voi nyt ostaa mitään. Et ole maksanut mitään.",
  },
  de: {
    sale: "Zahlen bei {shop} · {words}. Bestätigen Sie die Anfrage, wenn sie kommt; der Bildschirm zeigt dieselben zwei Wörter.",
    stored: "Verbunden mit {shop} · {words}. Die Anfrage kommt, sobald der Betrag feststeht.",
    busy: "Es wird gerade jemand anderes bedient. Warten Sie und scannen Sie dann noch einmal. Sie haben nichts bezahlt.",
    ambiguous: "Es werden gerade mehrere Kunden bedient. Fragen Sie an der Kasse. Sie haben nichts bezahlt.",
    expired: "Das hat zu lange gedauert. Scannen Sie noch einmal. Sie haben nichts bezahlt.",
    searching: "Einen Moment: Die Kasse sucht Ihren Einkauf. Kommt nichts, fragen Sie an der Kasse.",
    tested: "Dieser Aufkleber funktioniert. Nichts wurde verkauft.",
    retired: "Dieser Aufkleber wird nicht mehr verwendet. Fragen Sie an der Kasse.",
    out_of_service: "Hier kann jetzt nichts gekauft werden. Sie haben nichts bezahlt.",
  },
  fr: {
    sale: "Payez chez {shop} · {words}. Validez la demande quand elle arrive ; l’écran affiche les deux mêmes mots.",
    stored: "Connecté à {shop} · {words}. La demande arrive dès que le total est connu.",
    busy: "Un autre client est servi. Attendez votre tour, puis scannez de nouveau. Vous n’avez rien payé.",
    ambiguous: "Plusieurs clients sont servis. Adressez-vous à la caisse. Vous n’avez rien payé.",
    expired: "Cela a pris trop de temps. Scannez de nouveau. Vous n’avez rien payé.",
    searching: "Un instant : la caisse cherche votre achat. Si rien n’arrive, adressez-vous à la caisse.",
    tested: "Cet autocollant fonctionne. Rien n’a été vendu.",
    retired: "Cet autocollant n’est plus utilisé. Adressez-vous à la caisse.",
    out_of_service: "Rien ne peut être acheté ici pour le moment. Vous n’avez rien payé.",
  },
  es: {
    sale: "Pague en {shop} · {words}. Apruebe la solicitud cuando llegue; la pantalla muestra las mismas dos palabras.",
    stored: "Conectado con {shop} · {words}. La solicitud llega cuando se sepa el total.",
    busy: "Se está atendiendo a otro cliente. Espere su turno y escanee de nuevo. No ha pagado nada.",
    ambiguous: "Se está atendiendo a varios clientes. Pregunte en la caja. No ha pagado nada.",
    expired: "Ha pasado demasiado tiempo. Escanee de nuevo. No ha pagado nada.",
    searching: "Un momento: la caja busca su compra. Si no llega nada, pregunte en la caja.",
    tested: "Esta pegatina funciona. No se ha vendido nada.",
    retired: "Esta pegatina ya no se usa. Pregunte en la caja.",
    out_of_service: "Ahora no se puede comprar nada aquí. No ha pagado nada.",
  },
  pl: {
    sale: "Zapłać: {shop} · {words}. Zatwierdź prośbę, gdy nadejdzie; ekran pokazuje te same dwa słowa.",
    stored: "Połączono: {shop} · {words}. Prośba nadejdzie, gdy kwota będzie znana.",
    busy: "Obsługiwany jest inny klient. Poczekaj na swoją kolej i zeskanuj ponownie. Nic nie zapłacono.",
    ambiguous: "Obsługiwanych jest kilku klientów. Zapytaj w kasie. Nic nie zapłacono.",
    expired: "Trwało to zbyt długo. Zeskanuj ponownie. Nic nie zapłacono.",
    searching: "Chwileczkę: kasa szuka Twojego zakupu. Jeśli nic nie nadejdzie, zapytaj w kasie.",
    tested: "Ta naklejka działa. Nic nie sprzedano.",
    retired: "Ta naklejka nie jest już używana. Zapytaj w kasie.",
    out_of_service: "Teraz nic tu nie można kupić. Nic nie zapłacono.",
  },
  uk: {
    sale: "Оплата: {shop} · {words}. Підтвердьте запит, коли він надійде; на екрані ті самі два слова.",
    stored: "З’єднано: {shop} · {words}. Запит надійде, щойно буде відома сума.",
    busy: "Зараз обслуговують іншого клієнта. Дочекайтеся своєї черги та відскануйте ще раз. Ви нічого не сплатили.",
    ambiguous: "Зараз обслуговують кількох клієнтів. Запитайте на касі. Ви нічого не сплатили.",
    expired: "Минуло забагато часу. Відскануйте ще раз. Ви нічого не сплатили.",
    searching: "Хвилинку: каса шукає вашу покупку. Якщо нічого не надійде, запитайте на касі.",
    tested: "Ця наліпка працює. Нічого не продано.",
    retired: "Ця наліпка більше не використовується. Запитайте на касі.",
    out_of_service: "Зараз тут нічого не можна купити. Ви нічого не сплатили.",
  },
};

export function replyText(
  reply: Reply,
  language: CustomerLanguage,
  { shop = "", words = "" }: { shop?: string; words?: string } = {},
): string {
  // Functions, because a shop's name can contain replacement patterns.
  return REPLIES[language][reply].replace("{shop}", () => shop).replace("{words}", () => words);
}
