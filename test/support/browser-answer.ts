/** A person whose browser was sent to the sandbox's sign-in, and who answers there. */
import type { Sandbox } from "../../sandbox/service.ts";

interface BrowserAnswer {
  customer: string;
  how: "grant" | "decline";
  /** What they share; left out: all that is asked for */
  scopes?: string[];
}

/** @returns where their browser is sent to with the answer */
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
