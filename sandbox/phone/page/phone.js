// Connects the page to the service: requests, and updates of the screen.
import { h, money, phoneNumber } from "./dom.js";
import {
  appearance,
  authorizationCard,
  codeButton,
  historyEntry,
  outcomeBanner,
  permissionCard,
  requestCard,
} from "./screens.js";
import { duration, keepLanguage, LANGUAGES, speak, t, wantedLanguage } from "./texts.js";

const CHOSEN = "sandbox.customer";
const query = new URLSearchParams(location.search);

/** @param {string} id */
const at = (id) => /** @type {any} */ (document.getElementById(id));

let phone = query.get("customer") ?? localStorage.getItem(CHOSEN);
/** The service's clock minus the browser's, in ms. */
let ahead = 0;
/** Argstring or claimed request that a scan waits for, or null. @type {string | null} */
let awaited = null;
/** The application's pending authorization request. @type {any} */
let authorization = null;
/** The content of each area, to avoid redrawing it while a person types. */
const shown = new Map();

/**
 * @param {string} path
 * @param {object} [body]
 */
async function ask(path, body) {
  const options = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  // biome-ignore lint/plugin/connections: a page in a browser
  const response = await fetch(`/phone/api/${path}`, options);
  if (response.status === 204) return null;
  const answer = await response.json();
  if (response.ok) return answer;
  const details = Object.values(answer.error_details ?? {});
  throw new Error(details.length > 0 ? `${answer.error_description} ${details.join(". ")}` : answer.error_description);
}

/**
 * Redraws an area only if its data changed.
 * @param {string} id
 * @param {unknown} data
 * @param {() => (Node | string)[]} draw
 */
function show(id, data, draw) {
  const text = JSON.stringify(data);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  at(id).replaceChildren(...draw());
}

/** Updates the cards: keeps pending ones, removes others and adds new ones. @param {any} state */
function showAsked({ requests, permissions }) {
  const cards = [
    ...requests.map((/** @type {any} */ request) => ({
      key: request.tid,
      data: request,
      draw: () => drawRequest(request),
    })),
    ...(authorization === null ? [] : [{ key: authorization.id, data: authorization, draw: drawAuthorization }]),
    ...permissions.map((/** @type {any} */ one) => ({ key: one.rid, data: one, draw: () => drawPermission(one) })),
  ];
  const place = at("asked");
  const signatures = new Map(cards.map(({ key, data }) => [key, JSON.stringify(data)]));
  const outdated = new Map();
  for (const element of [...place.children]) {
    if (signatures.get(element.dataset.key) === element.signature) continue;
    outdated.set(element.dataset.key, typedInto(element));
    element.remove();
  }
  for (const { key, draw } of cards) {
    if ([...place.children].some((element) => element.dataset.key === key)) continue;
    const element = /** @type {any} */ (draw());
    element.dataset.key = key;
    element.signature = signatures.get(key);
    place.prepend(element);
    typeAgain(element, outdated.get(key) ?? []);
  }
}

/** Returns the unsent input of a card. @param {Element} card */
function typedInto(card) {
  return [...card.querySelectorAll("input")].map(({ name, value, defaultValue, checked, defaultChecked }, at) => ({
    name,
    value: value === defaultValue ? null : value,
    checked: checked === defaultChecked ? null : checked,
    hadFocus: card.querySelectorAll("input")[at] === document.activeElement,
  }));
}

/**
 * Restores the input in a replaced card.
 * @param {Element} card
 * @param {ReturnType<typeof typedInto>} typed
 */
function typeAgain(card, typed) {
  for (const { name, value, checked, hadFocus } of typed) {
    const field = [...card.querySelectorAll("input")].find((one) => one.name === name);
    if (!field) continue;
    if (value !== null) {
      field.value = value;
      field.dispatchEvent(new Event("input"));
    }
    if (checked !== null) {
      field.checked = checked;
      field.dispatchEvent(new Event("change"));
    }
    if (hadFocus) field.focus();
  }
}

/** @param {any} request */
function drawRequest(request) {
  const path = `requests/${request.tid}`;
  return requestCard(request, {
    approve: (additionalAmount, scopes) => answer(`${path}/approve`, { additionalAmount, scopes }, request.tid),
    reject: () => answer(`${path}/reject`, {}, request.tid),
  });
}

function drawAuthorization() {
  /** @param {string} path @param {object} body */
  const answered = async (path, body) => {
    try {
      const { redirect } = await ask(path, { customer: phone, ...body });
      location.assign(redirect);
    } catch (error) {
      showOutcome({ tone: "failed", shape: "octagon", word: t("failed"), text: messageOf(error) });
    }
  };
  const path = `authorizations/${authorization.id}`;
  return authorizationCard(authorization, {
    grant: (scopes) => answered(`${path}/grant`, { scopes }),
    decline: () => answered(`${path}/decline`, {}),
  });
}

/** Fetches the application's request from the link. */
async function loadAuthorization() {
  const id = query.get("authorize");
  if (id === null) return;
  try {
    authorization = await ask(`authorizations/${encodeURIComponent(id)}`);
  } catch (error) {
    showOutcome({ tone: "failed", shape: "octagon", word: t("failed"), text: messageOf(error) });
  }
}

/** @param {any} permission */
function drawPermission(permission) {
  const { rid, merchant } = permission;
  const told = { tone: "paid", shape: "tick", word: t("granted"), text: t("grantedText", { merchant }) };
  const refused = { tone: "closed", shape: "slashed", word: t("declined"), text: t("declinedText") };
  return permissionCard(permission, {
    grant: (scopes) => answer(`permissions/${rid}/grant`, { scopes }, null, told),
    decline: () => answer(`permissions/${rid}/decline`, {}, null, refused),
  });
}

/**
 * Answers a request and shows the result.
 * @param {string} path
 * @param {object} body
 * @param {string | null} tid
 * @param {any} [outcome]
 */
async function answer(path, body, tid, outcome) {
  try {
    await ask(path, { customer: phone, ...body });
    const state = await refresh();
    showOutcome(outcome ?? outcomeOf(state.history.find((/** @type {any} */ one) => one.tid === tid)));
  } catch (error) {
    showOutcome({ tone: "failed", shape: "octagon", word: t("failed"), text: messageOf(error) });
    await refresh();
  }
}

/** Returns the message about a payment that was just answered. @param {any} payment */
function outcomeOf(payment) {
  const seen = appearance(payment);
  const sum = money(payment.amount + payment.additionalAmount, payment.currency);
  if (payment.status === "fail") return { ...seen, word: payment.statusCode === 5006 ? t("rejected") : seen.word };
  return {
    tone: "paid",
    shape: "tick",
    word: t("approved"),
    text: t("approvedTo", { amount: sum, merchant: payment.merchant }),
  };
}

/** @param {any} outcome */
function showOutcome(outcome) {
  const close = outcome && outcome.tone !== "waiting" ? () => showOutcome(null) : null;
  at("result").replaceChildren(...(outcome ? [outcomeBanner(outcome, close)] : []));
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

async function refresh() {
  const asking = phone;
  const state = await ask(`state?customer=${encodeURIComponent(asking ?? "")}`);
  // The customer has changed; ignore the response.
  if (asking !== phone) return state;
  ahead = Date.parse(state.now) - Date.now();
  const { customer } = state;
  at("note").textContent = `${phoneNumber(customer.phone)} · ${customer.note}`;
  at("balance").textContent = money(customer.balance, customer.currency);
  showAsked(state);
  show("codes", [state.codes, at("link").value], () => drawCodes(state.codes));
  show("history", state.history, () =>
    state.history.length > 0 ? state.history.map(historyEntry) : [h("p", { class: "empty" }, t("nothing"))],
  );
  if (awaited !== null && arrived(state)) {
    awaited = null;
    showOutcome(null);
  }
  tick();
  return state;
}

/** Returns whether the request that a scan waits for has arrived. @param {any} state */
function arrived({ requests, permissions }) {
  return [...requests, ...permissions].some(
    ({ posTid, tid }) => posTid === awaited || tid === awaited || awaited === "",
  );
}

/** @param {{ link: string, label: string }[]} codes */
function drawCodes(codes) {
  if (codes.length === 0) return [h("p", { class: "empty" }, t("noCode"))];
  return codes.map((code) => codeButton(code, code.link === at("link").value, () => pick(code.link)));
}

/** @param {string} link */
function pick(link) {
  at("link").value = link;
  at("scan-problem").textContent = "";
  refresh().catch(offline);
}

/** @param {SubmitEvent} event */
async function scan(event) {
  event.preventDefault();
  const link = at("link").value.trim();
  at("scan-problem").textContent = "";
  if (link === "") {
    at("scan-problem").textContent = t("pasteFirst");
    return;
  }
  try {
    await started;
    const result = await ask("scan", { customer: phone, link });
    // Keep a link that was typed in the meantime.
    if (at("link").value.trim() === link) at("link").value = "";
    awaited = result.tid ?? result.argstring ?? "";
    showOutcome({ tone: "waiting", shape: "ring", word: t("scanned"), text: result.text ?? t("waitingTill") });
    await refresh();
  } catch (error) {
    at("scan-problem").textContent = messageOf(error);
  }
}

/** Updates the countdowns by the service's clock. */
function tick() {
  for (const element of document.querySelectorAll("[data-expires]")) {
    const left = Math.max(
      0,
      Math.round((Date.parse(element.getAttribute("data-expires") ?? "") - Date.now() - ahead) / 1000),
    );
    element.textContent = t("answerWithin", { time: duration(left) });
  }
}

function offline() {
  showOutcome({ tone: "closed", shape: "slashed", word: t("noConnection"), text: t("noAnswer") });
}

/** @param {{ phone: string, name: string }[]} customers */
function choose(customers) {
  const chosen = customers.find((one) => one.phone === phone) ?? customers[0];
  phone = chosen?.phone ?? null;
  localStorage.setItem(CHOSEN, phone ?? "");
  at("customer").value = phone;
  const names = (chosen?.name ?? "").split(" ");
  at("avatar").textContent = names
    .map((name) => name.charAt(0))
    .join("")
    .slice(0, 2);
}

/** Redraws the page in another language. @param {string} language */
async function changeLanguage(language) {
  await speak(language);
  keepLanguage(language);
  shown.clear();
  showOutcome(null);
  at("scan-problem").textContent = "";
  at("asked").replaceChildren();
  await refresh();
}

async function start() {
  const language = wantedLanguage();
  await speak(language);
  at("language").replaceChildren(
    ...Object.entries(LANGUAGES).map(([value, { name }]) => h("option", { value, lang: value }, name)),
  );
  at("language").value = language;
  at("language").addEventListener("change", () => changeLanguage(at("language").value).catch(offline));
  const { customers } = await ask("customers");
  at("customer").replaceChildren(
    ...customers.map((/** @type {any} */ one) => h("option", { value: one.phone }, one.name)),
  );
  choose(customers);
  at("customer").addEventListener("change", () => {
    phone = at("customer").value;
    choose(customers);
    awaited = null;
    showOutcome(null);
    at("asked").replaceChildren();
    refresh().catch(offline);
  });
  await loadAuthorization();
  await refresh();
  // biome-ignore lint/plugin/connections: a page in a browser
  new EventSource("/phone/api/events").addEventListener("message", () => refresh().catch(offline));
  setInterval(tick, 1000);
}

// Listen first: a link typed before the first response must not be overwritten.
if (at("link").value === "") at("link").value = query.get("link") ?? "";
at("link").addEventListener("input", () => started.then(refresh).catch(offline));
at("scan").addEventListener("submit", scan);
const started = start();
started.catch(offline);
