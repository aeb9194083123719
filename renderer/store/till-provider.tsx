import type { ReactNode } from "react";
import { KitContext } from "../kit/context.ts";
import { TillContext, type TillContextValue } from "./store.ts";

export function TillProvider({ value, children }: { value: TillContextValue; children?: ReactNode }): ReactNode {
  return (
    <TillContext value={value}>
      <KitContext value={value}>{children}</KitContext>
    </TillContext>
  );
}
