import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "../kit/appearance.ts";
import styles from "./banners.module.css";

export interface BannerProps {
  tone: Tone;
  Icon: LucideIcon;
  role?: "status" | "alert";
  children: ReactNode;
  after?: ReactNode;
  testId?: string;
}

export function Banner({ tone, Icon, role = "status", children, after, testId }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} data-testid={testId}>
      <Icon aria-hidden />
      <p role={role}>{children}</p>
      {after}
    </div>
  );
}
