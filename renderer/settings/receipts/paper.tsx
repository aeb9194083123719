import { useLayoutEffect, useRef } from "react";
import { pageParts } from "./page-parts.ts";

export interface PaperProps {
  /** A receipt as an HTML page from the main process */
  html: string;
  label: string;
  className: string | undefined;
  isPrinted?: boolean;
}

/** A receipt as on paper, isolated in a shadow tree: styles do not leak, and scripts cannot run. */
export function Paper({ html, label, className, isPrinted = false }: PaperProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    // Parsed without its style sheet, which the content security policy would check.
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
