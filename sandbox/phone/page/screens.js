// Views of the phone: pure functions from the service's JSON to elements.
import { amountOf, h, icon, money, readAmount, typedAmount } from "./dom.js";
import { hasText, locale, t } from "./texts.js";

/**
 * A pending payment request.
 * @param {any} request
 * @param {{ approve: (additionalAmount: number | null, scopes: string[]) => void, reject: () => void }} answers
 */
export function requestCard(request, answers) {
  const { currency, amount, additionalAmount, additionalEdit } = request;
  const figure = h("div", {}, amountOf(amount + additionalAmount, currency));
  const problem = h("p", { class: "problem", role: "alert" });
  let tip = additionalAmount;

  /** @param {Event} event */
  const changeTip = (event) => {
    const typed = readAmount(/** @type {HTMLInputElement} */ (event.currentTarget).value, currency);
    problem.textContent = typed === null ? t("notAmount") : "";
    tip = typed;
    if (typed !== null) figure.replaceChildren(amountOf(amount + typed, currency));
  };
  const approve = () => {
    if (tip !== null) answers.approve(additionalEdit ? tip : null, scopes.chosen());
  };
  const scopes = scopeList(request.merchant, request.scopes, request.scopeText, null);

  return card(
    request,
    h("p", { class: "wants" }, t(request.action === "AUTH" ? "wantsReserve" : "wantsPaid")),
    figure,
    request.action === "AUTH" ? h("p", { class: "muted" }, t("held")) : null,
    additionalAmount > 0 && !additionalEdit
      ? h(
          "p",
          { class: "muted" },
          t("extra", { amount: money(amount, currency), extra: money(additionalAmount, currency) }),
        )
      : null,
    request.text ? h("p", { class: "text" }, request.text) : null,
    itemList(request),
    ...request.links.map((/** @type {{ caption: string, uri: string }} */ { caption, uri }) => link(uri, caption)),
    additionalEdit ? tipField(request, changeTip) : null,
    scopes.element,
    problem,
    h(
      "div",
      { class: "actions" },
      h("button", { class: "primary", type: "button", onclick: approve }, t("approve")),
      h("button", { type: "button", onclick: answers.reject }, t("reject")),
    ),
  );
}

/**
 * The line items, if any.
 * @param {any} request
 */
function itemList({ items, currency }) {
  if (items.length === 0) return null;
  const row = (/** @type {any} */ { description, quantity, total }) =>
    h(
      "li",
      {},
      h("span", {}, quantity === 1 ? description : `${quantity} × ${description}`),
      h("span", {}, money(total, currency)),
    );
  return h("ul", { class: "items", "aria-label": t("items") }, ...items.map(row));
}

/**
 * A pending permission request.
 * @param {any} permission
 * @param {{ grant: (scopes: string[]) => void, decline: () => void }} answers
 */
export function permissionCard(permission, answers) {
  const grant = h("button", { class: "primary", type: "button" }, t("grant"));
  grant.addEventListener("click", () => answers.grant(scopes.chosen()));
  const scopes = scopeList(permission.merchant, permission.scopes, null, permission.termsUrl, () => {
    grant.toggleAttribute("disabled", scopes.chosen().length === 0);
  });
  return card(
    permission,
    permission.text ? h("p", { class: "text" }, permission.text) : null,
    permission.scopes.length === 0 ? h("p", { class: "text" }, t("wantsRequests")) : null,
    scopes.element,
    h("div", { class: "actions" }, grant, h("button", { type: "button", onclick: answers.decline }, t("decline"))),
  );
}

/**
 * An application's authorization request.
 * @param {any} authorization
 * @param {{ grant: (scopes: string[]) => void, decline: () => void }} answers
 */
export function authorizationCard({ id, application, host, ...asked }, answers) {
  const text = t("sentBack", { host });
  return permissionCard({ ...asked, rid: id, pos: application, text, termsUrl: null }, answers);
}

/**
 * @param {any} request
 * @param {...(Node | null)} content
 */
function card({ merchant, pos, expiresAt, tid, rid }, ...content) {
  const title = `title-${tid ?? rid}`;
  return h(
    "article",
    { class: "card request", "aria-labelledby": title },
    h("h2", { id: title }, merchant),
    h("p", { class: "muted" }, pos),
    ...content,
    expiresAt ? h("p", { class: "expiry", "data-expires": expiresAt }, " ") : null,
  );
}

/**
 * @param {any} request
 * @param {(event: Event) => void} oninput
 */
function tipField({ tid, currency, additionalAmount }, oninput) {
  const id = `tip-${tid}`;
  const value = additionalAmount > 0 ? typedAmount(additionalAmount, currency) : "";
  return h(
    "div",
    { class: "tip" },
    h("label", { for: id }, t("tip")),
    h("input", {
      id,
      inputmode: "decimal",
      autocomplete: "off",
      placeholder: typedAmount(0, currency),
      value,
      oninput,
    }),
  );
}

/**
 * A checkbox for each requested scope.
 * @param {string} merchant
 * @param {{ scope: string, meaning: string, needsOpenid: boolean }[]} scopes
 * @param {string | null} text
 * @param {string | null} termsUrl
 * @param {() => void} [onchange]
 * @returns {{ element: HTMLElement | null, chosen: () => string[] }}
 */
function scopeList(merchant, scopes, text, termsUrl, onchange = () => {}) {
  if (scopes.length === 0) return { element: null, chosen: () => [] };
  const boxes = scopes.map(
    ({ scope }) => /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name: scope, checked: true })),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.name);
  for (const box of boxes) {
    box.addEventListener("change", () => {
      followOpenid(scopes, boxes, box);
      onchange();
    });
  }
  const row = (/** @type {{ scope: string, meaning: string }} */ { scope, meaning }, /** @type {number} */ at) =>
    h("li", {}, h("label", {}, boxes[at], h("span", {}, hasText(scope) ? t(scope) : meaning)));
  const element = h(
    "div",
    { class: "scopes" },
    h("p", {}, t("asksFor", { merchant })),
    h("ul", {}, ...scopes.map(row)),
    text ? h("p", { class: "text" }, text) : null,
    h("p", { class: "text" }, t("choose")),
    termsUrl ? link(termsUrl, t("terms")) : null,
  );
  return { element, chosen };
}

/**
 * A merchant's link, which opens in a new window.
 * @param {string} uri
 * @param {string} caption
 */
function link(uri, caption) {
  return h("p", { class: "text" }, h("a", { href: uri, rel: "noreferrer", target: "_blank" }, caption));
}

/**
 * Keeps scopes consistent that require `openid`: clearing it clears them, and checking one checks it.
 * @param {{ scope: string, needsOpenid: boolean }[]} scopes
 * @param {HTMLInputElement[]} boxes
 * @param {HTMLInputElement} changed
 */
function followOpenid(scopes, boxes, changed) {
  const dependent = boxes.filter((_box, at) => scopes[at]?.needsOpenid);
  const openid = boxes.find(({ name }) => name === "openid");
  if (changed === openid && !changed.checked) for (const box of dependent) box.checked = false;
  if (openid && changed.checked && dependent.includes(changed)) openid.checked = true;
}

/**
 * A selectable code.
 * @param {{ link: string, label: string }} code
 * @param {boolean} picked
 * @param {() => void} onclick
 */
export function codeButton({ label }, picked, onclick) {
  return h(
    "button",
    { class: "code", type: "button", "aria-pressed": String(picked), onclick },
    icon("code"),
    h("span", {}, label),
  );
}

/**
 * The result of the last answer.
 * @param {{ tone: string, shape: string, word: string, text: string | null }} outcome
 * @param {(() => void) | null} onclose
 */
export function outcomeBanner({ tone, shape, word, text }, onclose) {
  return h(
    "div",
    { class: `outcome ${tone}` },
    icon(shape, 36),
    h("div", {}, h("strong", {}, word), text ? h("p", {}, text) : null),
    onclose ? h("button", { type: "button", onclick: onclose }, t("ok")) : null,
  );
}

/**
 * Returns a payment's state as a word, icon and tone.
 * @param {any} payment
 * @returns {{ tone: string, shape: string, word: string, text: string | null }}
 */
export function appearance(payment) {
  if (payment.status === "auth") return { tone: "reserved", shape: "lock", word: t("reserved"), text: null };
  if (payment.refunded > 0) {
    const word = t(payment.refunded === payment.captured ? "refunded" : "partlyRefunded");
    return { tone: "closed", shape: "back", word, text: null };
  }
  if (payment.status === "ok") return { tone: "paid", shape: "tick", word: t("paid"), text: null };
  const { statusName, statusCode } = payment;
  const text = hasText(statusName) ? t(statusName) : `${statusName} (${statusCode})`;
  const quiet = ["aborted_by_merchant", "request_expired", "authorisation_expired"].includes(statusName);
  return quiet
    ? { tone: "closed", shape: "slashed", word: t("closed"), text }
    : { tone: "failed", shape: "octagon", word: t("notPaid"), text };
}

/**
 * A payment in the history.
 * @param {any} payment
 */
export function historyEntry(payment) {
  const { tone, shape, word, text } = appearance(payment);
  const asked = payment.amount + payment.additionalAmount;
  const sum = payment.status === "ok" ? payment.captured : asked;
  const moved = payment.status !== "fail";
  const when = new Date(payment.at).toLocaleString(locale(), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const partly =
    payment.status === "auth" && payment.captured > 0
      ? t("takenSoFar", { amount: money(payment.captured, payment.currency) })
      : null;
  const refunds = payment.refunds.map((/** @type {any} */ refund) =>
    h(
      "p",
      { class: "small" },
      t(refund.text ? "backBecause" : "back", { amount: money(refund.amount, payment.currency), reason: refund.text }),
    ),
  );
  return h(
    "article",
    { class: "payment" },
    h(
      "div",
      { class: "line" },
      h("strong", {}, payment.merchant),
      h("span", { class: moved ? "sum" : "sum struck" }, money(sum, payment.currency)),
    ),
    h(
      "div",
      { class: "line small" },
      h("span", {}, [payment.pos, when].join(" · ")),
      h("span", { class: `word ${tone}` }, icon(shape, 16), word),
    ),
    text ? h("p", { class: "small" }, text) : null,
    partly ? h("p", { class: "small" }, partly) : null,
    ...refunds,
    payment.attachments.length > 0 ? h("p", { class: "small" }, t("receipt")) : null,
  );
}
