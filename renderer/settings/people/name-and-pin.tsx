import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import type { PeopleState } from "../../store/settings-state.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { PinPad } from "./pin-pad.tsx";
import styles from "./staff.module.css";

export interface NameAndPinProps {
  onDone: () => void;
  /** Told whose PIN is asked for, by name; null while the names are shown */
  onAsked?: (name: string | null) => void;
}

/** Names to choose from, then the PIN of the one that was chosen: two touches and the digits. */
export function NameAndPin({ onDone, onAsked }: NameAndPinProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const { names, next, current } = useTill((state) => ({
    names: state.people.names,
    next: state.people.next,
    current: state.terminal?.staff?.name ?? null,
  }));
  const [chosen, setChosen] = useState<NamedPerson | null>(null);
  const [isOther, setIsOther] = useState(false);
  useEffect(() => void actions.readNames(), [actions]);
  const only = names.length === 1 ? (names[0] ?? null) : null;
  // Whose place somebody took for a while is asked first.
  const expected = isOther ? null : (names.find(({ name }) => name === next) ?? null);
  const person = chosen ?? only ?? expected;
  const asked = person?.name ?? null;
  useEffect(() => onAsked?.(asked), [onAsked, asked]);
  if (person) {
    return (
      <>
        <PinPad
          key={person.id}
          label={t("staff.signIn.pinTitle", { name: person.name })}
          person={person.id}
          onDone={onDone}
        />
        {only === null && (
          <Button
            kind="quiet"
            fill
            Icon={ArrowLeft}
            onPress={() => {
              actions.forgetPeopleProblem();
              setChosen(null);
              setIsOther(true);
            }}
          >
            {t("staff.signIn.back")}
          </Button>
        )}
      </>
    );
  }
  return <Names names={names} current={current} onChoose={setChosen} />;
}

type NamedPerson = PeopleState["names"][number];

interface NamesProps {
  names: readonly NamedPerson[];
  current: string | null;
  onChoose: (person: NamedPerson) => void;
}

function Names({ names, current, onChoose }: NamesProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.names}>
      {names.map((one) => (
        <li key={one.id}>
          <AriaButton
            className={styles.name ?? ""}
            aria-current={one.name === current ? "true" : undefined}
            onPress={() => onChoose(one)}
          >
            <span className={styles.initials} aria-hidden>
              {initials(one.name)}
            </span>
            <span className={styles.nameWords}>
              <strong>{one.name}</strong>
              <span>{t(`staff.role.${one.role}`)}</span>
            </span>
          </AriaButton>
        </li>
      ))}
    </ul>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : "";
  return `${[...(words[0] ?? "")][0] ?? ""}${[...(last ?? "")][0] ?? ""}`.toUpperCase();
}
