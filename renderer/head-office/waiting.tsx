import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Empty } from "../kit/ui/empty.tsx";

export function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Empty Icon={LoaderCircle} title={t("headOffice.loading")} />
    </div>
  );
}
