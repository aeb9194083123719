/** Requests and responses of a till, generated from `GET /api/v1/openapi.json`. */

export type Payment = {
  /** The till's id of the payment, also known to the service */
  posTid: string;
  /** Short number for people, printed on the receipt */
  number: string;
  reference: string | null;
  /** The register that started it; null: it was started at the till */
  register: string | null;
  tid: string | null;
  action: "SALE" | "AUTH";
  currency: string;
  /** In minor units of the payment's currency */
  amount: number;
  /** In minor units of the payment's currency */
  additionalAmount: number;
  additionalEdit: boolean;
  text: string | null;
  wordsIn: "en" | "nb" | "sv" | "da" | "fi" | "de" | "fr" | "es" | "pl" | "uk" | null;
  lines: Array<{
    name: string | null;
    quantity: number;
    /** In minor units of the payment's currency */
    unitAmount: number;
    productId?: string;
    /** In hundredths of a percent: 2500 is 25 % */
    vatRate?: number;
    /** In minor units of the payment's currency */
    discount?: number;
  }>;
  /** State of the payment. Only `captured` means paid, and `authorised` reserved */
  phase: "draft" | "queued" | "waiting" | "authorised" | "partly_captured" | "captured" | "released" | "aborted" | "rejected" | "expired" | "partly_refunded" | "refunded" | "attention";
  status: string | null;
  statusCode: number | null;
  statusName: string | null;
  /** In minor units of the payment's currency */
  authorisedLeft: number;
  /** In minor units of the payment's currency */
  authorisedAdditionalLeft: number;
  /** In minor units of the payment's currency */
  capturedTotal: number;
  /** In minor units of the payment's currency */
  refundedTotal: number;
  /** In minor units of the payment's currency */
  refundable: number;
  /** In minor units of the payment's currency */
  refundableAmount: number;
  /** In minor units of the payment's currency */
  refundableAdditional: number;
  /** Masked */
  customer: string | null;
  /** The code to scan */
  qr: {
    text: string;
    kind: "shortlink" | "claim";
  } | null;
  expiresAt: string | null;
  codeUntil: string | null;
  codeRanOut: boolean;
  /** The service returned no code: use the customer's phone number */
  codeMissing: boolean;
  /** ISO 8601, in UTC */
  createdAt: string;
  /** ISO 8601, in UTC */
  modifiedAt: string;
  /** Increases with every change. Of two states, the one with the larger number is newer, regardless of clocks */
  revision: number;
  captures: Array<{
    id: string | null;
    /** In minor units of the payment's currency */
    amount: number;
    /** In minor units of the payment's currency */
    additionalAmount: number;
    /** ISO 8601, in UTC */
    at: string;
    text: string | null;
  }>;
  refunds: Array<{
    id: string | null;
    /** In minor units of the payment's currency */
    amount: number;
    /** In minor units of the payment's currency */
    additionalAmount: number;
    /** ISO 8601, in UTC */
    at: string;
    text: string | null;
  }>;
  operations: Array<{
    id: string;
    posTid: string;
    kind: "create" | "capture" | "release" | "abort" | "reauth" | "refund" | "permission";
    state: "queued" | "sending" | "done" | "refused" | "attention";
    amount: number | null;
    additionalAmount: number | null;
    reason: string | null;
    attempts: number;
    nextAttemptAt: string | null;
    lastError: string | null;
    lastErrorReason: {
      code: string;
      values: {
        [name: string]: unknown;
      };
    } | null;
    /** ISO 8601, in UTC */
    createdAt: string;
    settledAt: string | null;
    unknownSince: string | null;
  }>;
  /** Why the payment needs attention; null: it does not */
  attention: string | null;
  attentionReason: {
    code: string;
    values: {
      [name: string]: unknown;
    };
  } | null;
  /** The actions that are possible now */
  steps: Array<"abort" | "capture" | "release" | "reauthorise" | "refund" | "identify" | "leave" | "attach">;
  /** When the oldest unanswered request was sent; null: none */
  checkingSince: string | null;
  abortRequested: boolean;
  undoing: boolean;
  /** Whether the customer has been asked to pay */
  asked: "no" | "unknown" | "yes";
  late: {
    because: "after_abort" | "after_end" | "moved_on";
    /** ISO 8601, in UTC */
    since: string;
  } | null;
  vend: {
    id: string;
    state: string;
    dropped: Array<{
      slot: string;
      quantity: number;
    }>;
    [name: string]: unknown;
  } | null;
  /** Always null: registers do not receive what customers shared with the shop */
  permission: null;
  arrivals: {
    callback: number;
    poll: number;
    answer: number;
    first: "callback" | "poll" | "answer" | null;
  };
  refundRequests: Array<{
    refundId: string;
    posTid: string;
    number: string;
    currency: string;
    register: string;
    /** In minor units of the payment's currency */
    amount: number;
    /** In minor units of the payment's currency */
    additionalAmount: number;
    reason: string;
    /** ISO 8601, in UTC */
    askedAt: string;
    state: "waiting" | "approved" | "declined";
  }>;
};

export type PaymentOutline = {
  /** The till's id of the payment, also known to the service */
  posTid: string;
  reference: string | null;
  /** State of the payment. Only `captured` means paid, and `authorised` reserved */
  phase: "draft" | "queued" | "waiting" | "authorised" | "partly_captured" | "captured" | "released" | "aborted" | "rejected" | "expired" | "partly_refunded" | "refunded" | "attention";
  refundRequests: Array<{
    refundId: string;
    posTid: string;
    number: string;
    currency: string;
    register: string;
    /** In minor units of the payment's currency */
    amount: number;
    /** In minor units of the payment's currency */
    additionalAmount: number;
    reason: string;
    /** ISO 8601, in UTC */
    askedAt: string;
    state: "waiting" | "approved" | "declined";
  }>;
};

export type PaymentPage = {
  items: Array<Payment>;
  next: string | null;
};

export type Error = {
  code: "invalid_input" | "not_found" | "not_allowed" | "illegal_state" | "conflict" | "busy" | "limit" | "offline" | "service_refused" | "auth_failed" | "locked_out" | "internal";
  /** What happened, and whether money moved */
  message: string;
  /** True if the same request may succeed later, unchanged */
  retryable: boolean;
  details: {
    /** `invalid_input`: each invalid field */
    fields?: Array<{
      field: string;
      expected: string;
      /** The same reason as a code with values, for programs that translate it */
      because?: {
        code: string;
        values: {
          [name: string]: unknown;
        };
      };
    }>;
    posTid?: string;
    reason?: string;
    [name: string]: unknown;
  };
  /** `busy`: who is using the screen */
  holder?: string;
  /** `busy`: since when */
  since?: string;
};

export type Print = {
  jobId: string;
  /** `unknown`: a person must check whether it was printed */
  state: "queued" | "sending" | "done" | "unknown" | "failed" | "cancelled";
  /** The code of the reason why it waits or was not printed */
  problem: string | null;
};

export type Drawer = {
  /** True if the printer confirmed the command. Drawers do not report whether they are open */
  confirmed: boolean;
};

export type Screen = {
  screenId: string;
  /** `shown`: on the screen now. `replaced`: by the register's next message, or by something with priority */
  state: "waiting" | "shown" | "answered" | "replaced" | "expired" | "withdrawn";
  /** The customer's answer; null: none yet, or no question */
  answer: "yes" | "no" | null;
};

/** Start a sale or a reservation */
export type StartPayment = {
  action: "SALE" | "AUTH";
  amount: number;
  additionalAmount?: number;
  additionalEdit?: boolean;
  text?: string;
  lines?: Array<{
    name?: string;
    quantity: number;
    unitAmount: number;
    productId?: string;
    vatRate?: number;
    discount?: number;
  }>;
  customer?: {
    kind: "phone";
    value: string;
  } | {
    kind: "token";
    value: string;
  } | {
    kind: "scan";
    value: string;
  } | {
    kind: "permission";
    value: string;
  };
  language?: "en" | "nb" | "sv" | "da" | "fi" | "de" | "fr" | "es" | "pl" | "uk";
  reference: string;
  whenBusy?: "queue" | "refuse";
};

/** Capture a reservation */
export type CapturePayment = {
  amount?: number;
  additionalAmount?: number;
};

/** Refund a payment */
export type RefundPayment = {
  amount?: number;
  additionalAmount?: number;
  reason?: string;
};

/** Print the register's own lines */
export type PrintLines = {
  lines: Array<{
    kind: "text";
    text: string;
  } | {
    kind: "title";
    text: string;
  } | {
    kind: "code";
    text: string;
  } | {
    kind: "row";
    label: string;
    value: string;
  } | {
    kind: "rule";
  }>;
};

/** Show the customer a text, a code or a question */
export type ShowOnScreen = {
  kind: "text";
  title?: string;
  text: string;
  seconds?: number;
  language?: "en" | "nb" | "sv" | "da" | "fi" | "de" | "fr" | "es" | "pl" | "uk";
} | {
  kind: "code";
  title?: string;
  text: string;
  seconds?: number;
  language?: "en" | "nb" | "sv" | "da" | "fi" | "de" | "fr" | "es" | "pl" | "uk";
} | {
  kind: "question";
  title?: string;
  text: string;
  seconds?: number;
  language?: "en" | "nb" | "sv" | "da" | "fi" | "de" | "fr" | "es" | "pl" | "uk";
};
