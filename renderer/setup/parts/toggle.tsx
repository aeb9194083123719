import { useId } from "react";
import { Switch } from "../../kit/ui/switch.tsx";
import styles from "./parts.module.css";

export interface ToggleProps {
  label: string;
  description: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

export function Toggle({ label, description, isSelected, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className={styles.toggle}>
      <Switch isSelected={isSelected} onChange={onChange} aria-describedby={id}>
        {label}
      </Switch>
      <p id={id}>{description}</p>
    </div>
  );
}
