import { useLayoutEffect, useRef } from "react";
import { pageParts } from "./page-parts.ts";

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
