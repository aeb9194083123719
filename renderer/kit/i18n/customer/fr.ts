/** What customers read on the till's screens, in French. */
import type { CustomersTexts } from "./en.ts";

export const frCustomers: CustomersTexts = {
  welcome: "Payez ici avec votre téléphone.",
  toPay: "À payer",
  toReserve: "À réserver",
  code: "Code QR : {{amount}} à {{shop}}",
  codeOver: "Ce code a expiré. Demandez-en un nouveau.",
  expired: "Ce code a expiré",
  tip: "Vous pouvez ajouter un pourboire dans l’application.",
  steps: {
    open: "Ouvrez l’application",
    openNamed: "Ouvrez {{app}}",
    scan: "Scannez le code",
    approve: "Validez",
  },
  words: "L’application affiche les mêmes mots",
  link: "Ou ouvrez ce lien",
  openOnPhone: "Ouvrir ce code sur le téléphone de démonstration",
  payHere: "Payez ici avec votre téléphone",
  payBefore: "Valable jusqu’à {{time}}",
  offer: {
    title: "Souhaitez-vous laisser un pourboire ?",
    sale: "{{amount}} à payer",
    none: "Sans pourboire",
    own: "Autre montant",
    ownTitle: "Combien ?",
    field: "Pourboire",
    onTop: "En plus de {{amount}}",
    tooMuch: "C’est plus que ce qui peut être payé en une fois.",
    back: "Retour",
    add: "Ajouter {{amount}}",
    addNothing: "Ajouter un pourboire",
    total: "{{amount}} à payer avec le pourboire",
    thanks: "Merci !",
    chosen: "Pourboire de {{tip}} : {{amount}} à payer",
    chosenNone: "{{amount}} à payer",
  },
  keys: {
    backspace: "Effacer le dernier chiffre",
    separator: "Séparateur décimal",
    clear: "Tout effacer",
  },
  sold: "Vos achats",
  someAmount: "Montant",
  tipLine: "Pourboire",
  discount: "Remise",
  more_one: "et {{count}} autre",
  more_many: "et {{count}} autres",
  more_other: "et {{count}} autres",
  vat: "dont TVA {{rate}} : {{amount}}",
  takeAway: {
    code: "Emportez le ticket : scannez ce code.",
    label: "Code du ticket",
    app: "Le ticket est dans votre application.",
    coming: "Le ticket arrive dans votre application.",
  },
  timeLeft: "Temps restant",
  demo: "Démo : pas d’argent réel",
  test: "Test : pas d’argent réel",
  wait: {
    approve: {
      title: "Validez sur votre téléphone",
      text: "Ouvrez l’application et regardez la demande.",
    },
    moment: {
      title: "Un instant",
      text: "Votre paiement se prépare.",
    },
    queued: {
      title: "Veuillez patienter",
      text: "Pas de connexion pour le moment. Rien n’a encore été envoyé à votre téléphone.",
    },
    sending: {
      title: "Un instant",
      text: "Votre téléphone peut vous demander de valider.",
    },
    finishing: {
      title: "Validé",
      text: "Le paiement se termine.",
    },
    choose: {
      title: "Choisissez maintenant",
      text: "Le montant est réservé. Vous ne payez que ce que vous obtenez.",
    },
    chooseByOrder: {
      title: "Choisissez maintenant",
      text: "Le montant est réservé. Vous payez ce que vous obtenez. Si l’automate ne peut pas le savoir, vous payez ce que vous avez choisi.",
    },
    dispensing: {
      title: "Vos articles arrivent",
      text: "Vous ne payez que ce qui sort. Le reste est libéré.",
    },
    dispensingByOrder: {
      title: "Vos articles arrivent",
      text: "Vous payez ce qui sort. Si l’automate ne peut pas le savoir, vous payez ce que vous avez choisi.",
    },
    cancelling: {
      title: "Un instant",
      text: "Le paiement est en cours d’annulation. Ne validez plus rien.",
    },
    undoing: {
      title: "Annulé",
      text: "Le paiement a été annulé. Le montant est en cours de libération : rien n’est payé.",
    },
    staff: {
      title: "Un instant",
      text: "Adressez-vous au personnel.",
    },
  },
  outcome: {
    paid: "Payé",
    reserved: "Réservé",
    not_paid: "Non payé",
  },
  because: {
    paid: "Merci !",
    reserved: "Le montant est réservé. Il sera débité plus tard.",
    declined: "Refusé. Choisissez un autre moyen de paiement. Rien n’a été débité.",
    cancelled: "Le paiement a été annulé. Rien n’a été débité.",
    expired: "Le délai est écoulé. Rien n’a été débité.",
  },
  away: {
    title: "Adressez-vous au personnel",
    text: "Cet écran n’est plus relié à la caisse. Il se rouvre depuis les réglages de la caisse.",
  },
};
