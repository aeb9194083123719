import { type ReactNode, useId } from "react";
import layout from "./layout.module.css";

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={layout.group} aria-labelledby={id}>
      <h3 id={id} className={layout.groupTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}
