import { useLayoutEffect, useRef } from "react";

export interface PaperProps {
  /** A receipt as a page of its own, as main makes it */
  html: string;
  label: string;
  className: string | undefined;
  /** Whether it is what the window prints */
  isPrinted?: boolean;
}

/**
 * A receipt as it is on paper. Its page keeps to itself in a shadow tree: neither its style nor ours reaches the other,
 * and nothing in it can run.
 */
export function Paper({ html, label, className, isPrinted = false }: PaperProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    // The page's policy is asked about a style that is only read, too: it comes without.
    const { css, rest } = pageParts(html);
    const page = new DOMParser().parseFromString(rest, "text/html");
    const style = new CSSStyleSheet();
    style.replaceSync(css);
    root.adoptedStyleSheets = [style];
    root.replaceChildren(...page.body.childNodes);
    host.current.lang = page.documentElement.lang;
  }, [html]);
  return (
    <div
      ref={host}
      className={className}
      role="document"
      aria-label={label}
      data-print={isPrinted ? "whole" : undefined}
      data-testid="paper"
    />
  );
}

const OPENS = "<style>";
const CLOSES = "</style>";

/** Takes a page's one style sheet out of it. A page without one keeps everything, and its style is empty. */
export function pageParts(html: string): { css: string; rest: string } {
  const start = html.indexOf(OPENS);
  // Whatever is between the two is style: a sheet may hold any character, `<` too.
  const end = html.indexOf(CLOSES, start);
  if (start < 0 || end < 0) return { css: "", rest: html };
  return { css: html.slice(start + OPENS.length, end), rest: html.slice(0, start) + html.slice(end + CLOSES.length) };
}
