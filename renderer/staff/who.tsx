import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { PeopleState } from "../store/people-state.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { PinPad } from "./pin-pad.tsx";
import styles from "./staff.module.css";

/** Names to choose from, then the PIN of the one that was chosen: two touches and the digits. */
export function Who({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { names, current } = useTill((state) => ({
    names: state.people.names,
    current: state.terminal?.staff?.name ?? null,
  }));
  const [chosen, setChosen] = useState<PeopleState["names"][number] | null>(null);
  useEffect(() => void actions.readNames(), [actions]);
  const only = names.length === 1 ? (names[0] ?? null) : null;
  const person = chosen ?? only;
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
            }}
          >
            {t("staff.signIn.back")}
          </Button>
        )}
      </>
    );
  }
  return (
    <ul className={styles.names}>
      {names.map((one) => (
        <li key={one.id}>
          <AriaButton
            className={styles.name ?? ""}
            aria-current={one.name === current ? "true" : undefined}
            onPress={() => setChosen(one)}
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
