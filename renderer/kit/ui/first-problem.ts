import type { RefObject } from "react";

/** Focuses the first invalid field of a form, which scrolls it into view. Waits one frame. */
export function showFirstProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-problem]")?.focus());
}
