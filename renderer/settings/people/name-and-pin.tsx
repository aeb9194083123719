import { type KeyboardEvent as KeyPress, type ReactNode, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useRoleName } from "../../kit/approval/role-name.ts";
import type { PeopleState } from "../../store/settings-state.ts";
import { useActions, useTill } from "../../store/store.ts";
import { AccountSignIn } from "./account-sign-in.tsx";
import { initials } from "./initials.ts";
import { PinPad } from "./pin-pad.tsx";
import styles from "./staff.module.css";

export interface NameAndPinProps {
  onDone: () => void;
  onAsked?: (name: string | null) => void;
  head?: ReactNode;
}

export function NameAndPin({ onDone, onAsked, head }: NameAndPinProps) {
  const { t } = useTranslation();
  const { person, isAlone, choose } = useChosenPerson();
  const asked = person?.name ?? null;
  const pad = useRef<HTMLDivElement>(null);
  useEffect(() => onAsked?.(asked), [onAsked, asked]);
  return (
    <div className={styles.pair}>
      <div className={styles.who}>
        {head}
        {!isAlone && <h2 className={styles.choose}>{t("staff.signIn.choose")}</h2>}
        <Names
          chosen={person}
          onChoose={(one) => {
            choose(one);
            // Also when the same user is chosen again: the PIN follows.
            pad.current?.querySelector<HTMLElement>("[type=password]")?.focus();
          }}
        />
      </div>
      <div ref={pad} className={styles.pad}>
        <PinPad
          key={person?.id ?? ""}
          label={person ? t("staff.signIn.pinTitle", { name: person.name }) : t("staff.signIn.pin")}
          person={person?.id ?? null}
          onDone={onDone}
        />
        <AccountSignIn onDone={onDone} />
      </div>
    </div>
  );
}

type NamedPerson = PeopleState["names"][number];

/** The chosen user; initially the only one, or the previous one. */
function useChosenPerson() {
  const actions = useActions();
  const { names, next } = useTill(({ people }) => ({ names: people.names, next: people.next }));
  const [chosen, setChosen] = useState<NamedPerson | null>(null);
  useEffect(() => void actions.readNames(), [actions]);
  const expected = names.length === 1 ? names[0] : names.find(({ name }) => name === next);
  return {
    person: chosen ?? expected ?? null,
    isAlone: names.length === 1,
    choose(person: NamedPerson) {
      // A PIN error does not carry over to another user.
      actions.forgetPeopleProblem();
      setChosen(person);
    },
  };
}

function Names({ chosen, onChoose }: { chosen: NamedPerson | null; onChoose: (person: NamedPerson) => void }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const names = useTill((state) => state.people.names);
  return (
    <ul className={styles.names} aria-label={t("staff.signIn.title")} onKeyDown={walk}>
      {names.map((one) => (
        <li key={one.id}>
          <AriaButton className={styles.name} aria-pressed={one.id === chosen?.id} onPress={() => onChoose(one)}>
            <span className={styles.initials} aria-hidden>
              {initials(one.name)}
            </span>
            <span className={styles.nameWords}>
              <strong>{one.name}</strong>
              <span>{roleName(one.role)}</span>
            </span>
          </AriaButton>
        </li>
      ))}
    </ul>
  );
}

const STEPS: Record<string, readonly [across: number, down: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function walk(event: KeyPress<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const people = [...event.currentTarget.querySelectorAll("button")];
  const columns = people.filter((one) => one.offsetTop === people[0]?.offsetTop).length;
  const [across, down] = step;
  const at = people.indexOf(event.target as HTMLButtonElement);
  (people[at + across + down * columns] ?? people[at + across + down])?.focus();
}
