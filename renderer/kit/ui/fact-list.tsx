import styles from "./sections.module.css";

export interface FactListProps {
  facts: readonly (readonly [name: string, value: string])[];
  className?: string | undefined;
}

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
