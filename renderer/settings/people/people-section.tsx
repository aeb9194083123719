import { Smartphone, UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "../../../contract/people/staff.ts";
import { useRoleName } from "../../kit/approval/role-name.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { AccountForm } from "./account-form.tsx";
import { initials } from "./initials.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { PhoneDialog } from "./phone-dialog.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { RightsTable } from "./rights-table.tsx";
import styles from "./staff.module.css";

export function PeopleSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const list = useTill((state) => state.people.list);
  const [open, setOpen] = useState<Person | "new" | null>(null);
  const [phoneOf, setPhoneOf] = useState<string | null>(null);
  const withPhone = list?.find(({ id }) => id === phoneOf);
  useEffect(() => void actions.readPeople(), [actions]);
  return (
    <Section>
      <div className={styles.head}>
        <h3 className={styles.heading}>{t("staff.people.who")}</h3>
        <Button Icon={UserPlus} onPress={() => setOpen("new")}>
          {t("staff.people.add")}
        </Button>
      </div>
      <ul className={styles.list}>
        {(list ?? []).map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            onOpen={() => setOpen(person)}
            onPhone={() => setPhoneOf(person.id)}
          />
        ))}
      </ul>
      <PolicyForm />
      <AccountForm />
      <RightsTable />
      {withPhone && <PhoneDialog person={withPhone} onClose={() => setPhoneOf(null)} />}
      {open !== null && (
        <PersonDialog
          person={open === "new" ? null : open}
          onClose={() => {
            actions.forgetPeopleProblem();
            setOpen(null);
          }}
        />
      )}
    </Section>
  );
}

function PersonRow({ person, onOpen, onPhone }: { person: Person; onOpen: () => void; onPhone: () => void }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const { date } = useFormat();
  return (
    <li className={styles.row} data-gone={!person.active || undefined}>
      <span className={styles.initials} aria-hidden>
        {initials(person.name)}
      </span>
      <span className={styles.nameWords}>
        <strong>{person.name}</strong>
        <span>
          {roleName(person.role)} ·{" "}
          {person.active ? t("staff.people.since", { date: date(person.createdAt) }) : t("staff.people.gone")}
        </span>
      </span>
      <span className={styles.keys}>
        {person.active && (
          <Button Icon={Smartphone} aria-label={t("staff.phone.of", { name: person.name })} onPress={onPhone}>
            {t(person.phoneSince === null ? "staff.phone.none" : "staff.phone.some")}
          </Button>
        )}
        <Button aria-label={t("staff.people.changeOf", { name: person.name })} onPress={onOpen}>
          {t("staff.people.change")}
        </Button>
      </span>
    </li>
  );
}
