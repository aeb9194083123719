import { useTill } from "../store/store.ts";
import { Ask } from "./ask.tsx";
import { ForgetSheet } from "./forget-sheet.tsx";
import { LabelSheet } from "./label-sheet.tsx";
import { PermissionList } from "./list.tsx";
import { PermissionView } from "./permission-view.tsx";
import { RevealSheet } from "./reveal-sheet.tsx";

export function CustomerData() {
  const { shown, permission } = useTill(({ customerData: { shown: now, permissions } }) => ({
    shown: now,
    permission: now.kind === "one" ? (permissions[now.posTid] ?? null) : null,
  }));
  const dialog = useTill((state) => state.dialog);
  return (
    <>
      {shown.kind === "list" && <PermissionList />}
      {shown.kind === "ask" && <Ask key={shown.preset} chosen={shown.preset} />}
      {shown.kind === "one" && <PermissionView permission={permission} />}
      {dialog?.kind === "reveal" && <RevealSheet posTid={dialog.posTid} claim={dialog.claim} />}
      {dialog?.kind === "label" && <LabelSheet posTid={dialog.posTid} as={dialog.as} />}
      {dialog?.kind === "forget" && <ForgetSheet posTid={dialog.posTid} />}
    </>
  );
}
