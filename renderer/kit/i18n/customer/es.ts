/** What customers read on the till's screens, in Spanish. */
import type { CustomersTexts } from "./en.ts";

export const esCustomers: CustomersTexts = {
  welcome: "Pague aquí con su móvil.",
  toPay: "A pagar",
  toReserve: "A reservar",
  code: "Código QR: {{amount}} a {{shop}}",
  codeOver: "Este código ha caducado. Pida uno nuevo.",
  expired: "Este código ha caducado",
  tip: "Puede añadir una propina en la aplicación.",
  steps: {
    open: "Abra la aplicación",
    openNamed: "Abra {{app}}",
    scan: "Escanee el código",
    approve: "Apruebe el pago",
  },
  words: "La aplicación muestra las mismas palabras",
  link: "O abra este enlace",
  openOnPhone: "Abrir este código en el móvil de demostración",
  payHere: "Pague aquí con su móvil",
  payBefore: "Válido hasta las {{time}}",
  offer: {
    title: "¿Desea dejar propina?",
    sale: "{{amount}} a pagar",
    none: "Sin propina",
    own: "Otro importe",
    ownTitle: "¿Cuánto?",
    field: "Propina",
    onTop: "Además de {{amount}}",
    tooMuch: "Es más de lo que se puede pagar de una vez.",
    back: "Volver",
    add: "Añadir {{amount}}",
    addNothing: "Añadir propina",
    total: "{{amount}} a pagar con propina",
    thanks: "¡Gracias!",
    chosen: "{{tip}} de propina: {{amount}} a pagar",
    chosenNone: "{{amount}} a pagar",
  },
  keys: {
    backspace: "Borrar la última cifra",
    separator: "Separador decimal",
    clear: "Borrar todo",
  },
  sold: "Su compra",
  someAmount: "Importe",
  tipLine: "Propina",
  discount: "Descuento",
  more_one: "y {{count}} más",
  more_many: "y {{count}} más",
  more_other: "y {{count}} más",
  vat: "IVA {{rate}} incluido: {{amount}}",
  takeAway: {
    code: "Llévese el recibo: escanee este código.",
    label: "Código con el recibo",
    app: "El recibo está en su aplicación.",
    coming: "El recibo va de camino a su aplicación.",
  },
  timeLeft: "Tiempo restante",
  demo: "Demo: sin dinero real",
  test: "Prueba: sin dinero real",
  wait: {
    approve: {
      title: "Apruebe en su móvil",
      text: "Abra la aplicación y mire la solicitud.",
    },
    moment: {
      title: "Un momento",
      text: "Se está preparando su pago.",
    },
    queued: {
      title: "Espere, por favor",
      text: "Ahora no hay conexión. Todavía no se ha enviado nada a su móvil.",
    },
    sending: {
      title: "Un momento",
      text: "Es posible que su móvil le pida aprobar.",
    },
    finishing: {
      title: "Aprobado",
      text: "Se está completando el pago.",
    },
    choose: {
      title: "Elija ahora",
      text: "El importe está reservado. Solo paga lo que recibe.",
    },
    chooseByOrder: {
      title: "Elija ahora",
      text: "El importe está reservado. Paga lo que recibe. Si la máquina no puede saberlo, paga lo que eligió.",
    },
    dispensing: {
      title: "Sus productos están saliendo",
      text: "Solo paga lo que sale. El resto se libera.",
    },
    dispensingByOrder: {
      title: "Sus productos están saliendo",
      text: "Paga lo que sale. Si la máquina no puede saberlo, paga lo que eligió.",
    },
    cancelling: {
      title: "Un momento",
      text: "Se está cancelando el pago. No apruebe nada más.",
    },
    undoing: {
      title: "Cancelado",
      text: "El pago se canceló. El importe se está liberando: no se ha pagado nada.",
    },
    staff: {
      title: "Un momento",
      text: "Pregunte al personal.",
    },
  },
  outcome: {
    paid: "Pagado",
    reserved: "Reservado",
    not_paid: "No pagado",
  },
  because: {
    paid: "¡Gracias!",
    reserved: "El importe está reservado. Se cobrará más tarde.",
    declined: "Rechazado. Elija otra forma de pago. No se ha cobrado nada.",
    cancelled: "El pago se ha cancelado. No se ha cobrado nada.",
    expired: "Se acabó el tiempo. No se ha cobrado nada.",
  },
  away: {
    title: "Pregunte al personal",
    text: "Esta pantalla ha perdido la caja. Se vuelve a abrir desde los ajustes de la caja.",
  },
};
