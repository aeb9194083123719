/** Simulates a person who answers the sandbox's sign-in page in a browser. */
import type { Sandbox } from "../../sandbox/service.ts";

interface BrowserAnswer {
  customer: string;
  how: "grant" | "decline";
  /** Scopes to share; all requested scopes by default */
  scopes?: string[];
}

/** @returns the redirect URL with the answer */
export async function answerInBrowser(
  { phoneUrl }: Pick<Sandbox, "phoneUrl">,
  url: string,
  { customer, how, scopes }: BrowserAnswer,
): Promise<string> {
  const location = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
  const id = new URLSearchParams(location.split("?")[1]).get("authorize");
  const answer = await fetch(`${phoneUrl}/api/authorizations/${id}/${how}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ customer, scopes }),
  });
  return ((await answer.json()) as { redirect: string }).redirect;
}
