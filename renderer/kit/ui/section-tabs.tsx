import type { ParseKeys } from "i18next";
import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Permission } from "../../../contract/values/roles.ts";
import { Gate } from "../approval/gate.tsx";
import styles from "./sections.module.css";

export interface TabSection {
  id: string;
  title: ParseKeys;
  intro?: ParseKeys;
  Icon: LucideIcon;
  Component: ComponentType;
  /** Required permission; null: none. Otherwise the section asks for a manager's or owner's PIN */
  permission: Permission | null;
}

export interface SectionTabsProps {
  title: string;
  label: string;
  testId: string;
  sections: readonly TabSection[];
  chosen: string;
  onChoose: (id: string) => void;
  Note?: ComponentType<{ section: string }>;
}

export function SectionTabs({ title, label, testId, sections, chosen, onChoose, Note }: SectionTabsProps) {
  const { t } = useTranslation();
  const section = sections.find(({ id }) => id === chosen) ?? sections[0];
  if (section === undefined) return null;
  return (
    <div className={styles.screen} data-testid={testId}>
      <Tabs
        className={styles.card}
        orientation="vertical"
        selectedKey={section.id}
        onSelectionChange={(key) => onChoose(String(key))}
      >
        <div className={styles.side}>
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.rows}>
            <TabList aria-label={label} className={styles.list}>
              {sections.map(({ id, title: name, Icon }) => (
                <Tab key={id} id={id} ref={id === section.id ? showInList : null} className={styles.tab}>
                  <Icon aria-hidden size={22} strokeWidth={1.75} />
                  {t(name)}
                  <ChevronRight aria-hidden size={18} className={styles.arrow} />
                </Tab>
              ))}
            </TabList>
          </div>
        </div>
        <TabPanel id={section.id} className={styles.panel} key={section.id}>
          <Content section={section} Note={Note} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function showInList(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest" });
}

function Content({
  section: { id, title, intro, permission, Component },
  Note,
}: { section: TabSection } & Pick<SectionTabsProps, "Note">) {
  const { t } = useTranslation();
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.heading}>{t(title)}</h2>
        {intro && <p className={styles.intro}>{t(intro)}</p>}
      </header>
      <Gate permission={permission}>
        {Note && (
          <div className={styles.note}>
            <Note section={id} />
          </div>
        )}
        <Component />
      </Gate>
    </>
  );
}

export interface SectionProps {
  narrow?: boolean;
  /** Uses the whole panel in a low window; the tab shows the title */
  dense?: boolean;
  wide?: boolean;
  /** An open report has its own title: the section's is only read aloud */
  titled?: boolean;
  children: ReactNode;
}

export function Section({ narrow = false, dense = false, wide = false, titled = false, children }: SectionProps) {
  return (
    <div
      className={styles.body}
      data-narrow={narrow || undefined}
      data-dense={dense || undefined}
      data-wide={wide || titled || undefined}
      data-titled={titled || undefined}
    >
      {children}
    </div>
  );
}
