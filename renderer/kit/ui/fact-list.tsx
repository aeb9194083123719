import styles from "./sections.module.css";

export interface FactListProps {
  facts: readonly (readonly [name: string, value: string])[];
  /** In place of the look that it has in a section */
  className?: string | undefined;
}

/** What is known of something, by name. */
export function FactList({ facts, className = styles.facts }: FactListProps) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
