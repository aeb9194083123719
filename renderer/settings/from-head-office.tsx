import { Building2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CentrePart, CentreSetting, CentreView } from "../../contract/head-office/centre.ts";
import { isBuiltIn } from "../../contract/values/roles.ts";
import layout from "../kit/ui/layout.module.css";
import message from "../kit/ui/message.module.css";
import { useFormat } from "../kit/ui/use-format.ts";
import { useActions, useTill } from "../store/store.ts";

const PARTS: Readonly<Record<string, readonly CentrePart[]>> = {
  people: ["staff", "roles"],
  products: ["catalogue"],
  customer: ["language"],
  receipts: ["shop", "receipt"],
  reservations: ["reservations"],
  updates: ["updates"],
};

/**
 * Shows which settings come from head office, since when, and what a local change means.
 * @param section the page's id
 */
export function FromHeadOffice({ section }: { section: string }) {
  const parts = PARTS[section];
  return parts === undefined ? null : <Note key={section} parts={parts} />;
}

function Note({ parts }: { parts: readonly CentrePart[] }) {
  const { t } = useTranslation();
  const view = useCentre();
  const settings = view?.settings.filter(({ part }) => parts.includes(part)) ?? [];
  if (view === null || settings.length === 0) return null;
  return (
    <aside className={message.note} aria-label={t("settingsScreen.headOffice.title")}>
      <Building2 aria-hidden size={22} />
      <div className={layout.closeStack}>
        {settings.map((setting) => (
          <Part key={setting.part} setting={setting} limits={setting.part === "roles" ? view.refundLimits : []} />
        ))}
        <p className={layout.quiet}>{t("settingsScreen.headOffice.effect")}</p>
      </div>
    </aside>
  );
}

interface PartProps {
  setting: CentreSetting;
  limits: CentreView["refundLimits"];
}

function Part({ setting: { part, for: to, version, since, isChanged }, limits }: PartProps) {
  const { t } = useTranslation();
  const { dateTime, money } = useFormat();
  const limitText = ({ role, limit }: PartProps["limits"][number]) =>
    t("settingsScreen.headOffice.limit", {
      role: isBuiltIn(role) ? t(`staff.role.${role}`) : role,
      limit: limit === null ? t("health.centre.noLimit") : money(limit),
    });
  return (
    <div>
      <p>
        <strong>
          {t("settingsScreen.headOffice.from", {
            parts: [t(`health.centre.part.${part}`), ...limits.filter(mayRefund).map(limitText)].join(" · "),
          })}
        </strong>
      </p>
      <p className={layout.quiet}>
        {t("settingsScreen.headOffice.since", {
          time: since === null ? "–" : dateTime(since),
          version,
          whom: t(`settingsScreen.headOffice.for.${to}`),
        })}
      </p>
      {isChanged && <p>{t("settingsScreen.headOffice.changed")}</p>}
    </div>
  );
}

function mayRefund({ limit }: CentreView["refundLimits"][number]): boolean {
  return limit !== 0;
}

function useCentre(): CentreView | null {
  const actions = useActions();
  const isBusy = useTill(({ busy }) => Object.values(busy).some(Boolean));
  const [view, setView] = useState<CentreView | null>(null);
  useEffect(() => {
    if (!isBusy) void actions.readCentre().then((read) => setView((before) => read ?? before));
  }, [actions, isBusy]);
  return view;
}
