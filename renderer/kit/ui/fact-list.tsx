import styles from "./sections.module.css";

export interface FactListProps {
  facts: readonly (readonly [name: string, value: string])[];
  /** Replaces the default style */
  className?: string | undefined;
}

/** A list of names and values. */
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
