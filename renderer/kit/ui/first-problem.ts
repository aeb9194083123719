import type { RefObject } from "react";

/** Puts the focus on the first field of a form that is wrong, which brings it into sight. It is drawn by the next frame. */
export function showFirstProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-problem]")?.focus());
}
