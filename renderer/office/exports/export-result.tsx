import { CircleCheck, Download, FileDown, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Export, ExportFile } from "../../../contract/accounting/exports.ts";
import { formatBytes } from "../../kit/format/bytes.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import message from "../../kit/ui/message.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./exports.module.css";

export function ExportResult() {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, status, made, folder } = useTill(({ exports }) => exports);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (made !== null) place.current?.scrollIntoView({ block: "nearest" });
  }, [made]);
  if (status === "failed") {
    return (
      <Empty Icon={TriangleAlert} title={t("exports.failed")}>
        <Button onPress={() => void actions.readExports()}>{t("payments.retry")}</Button>
      </Empty>
    );
  }
  if (items.length === 0) return <Empty Icon={FileDown} title={t("exports.none")} text={t("exports.noneText")} />;
  return (
    <section ref={place} className={styles.part} aria-labelledby="exports-made">
      {made !== null && (
        <p className={`${message.note} ${styles.done}`} role="status">
          <CircleCheck aria-hidden />
          <span>
            <strong>{t("exports.made")}</strong> {t("exports.madeText", { folder })}
          </span>
        </p>
      )}
      <h3 id="exports-made" className={styles.heading}>
        {t("exports.earlier")}
      </h3>
      <ul className={styles.list} data-testid="exports">
        {items.map((item) => (
          <Item key={item.exportId} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item }: { item: Export }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { kind, from, to, madeAt, person, rows, files, available } = item;
  const made = dateTime(madeAt);
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <p>
          <strong>{t(`exports.kinds.${kind}`)}</strong> {t("exports.span", { from: dateTime(from), to: dateTime(to) })}
        </p>
        <p className={styles.quiet}>
          {person === null ? made : t("exports.by", { time: made, person })} · {t("exports.rows", { count: rows })}
        </p>
        {!available && <p className={styles.quiet}>{t("exports.gone")}</p>}
      </div>
      {available && (
        <div className={styles.files}>
          {files.map((file) => (
            <FileButton key={file.name} item={item} file={file} />
          ))}
        </div>
      )}
    </li>
  );
}

function FileButton({ item, file }: { item: Export; file: ExportFile }) {
  const { t } = useTranslation();
  const actions = useActions();
  const language = useTill((state) => state.language);
  const [isLoading, setLoading] = useState(false);
  return (
    <Button
      Icon={Download}
      isDisabled={isLoading}
      aria-label={t("exports.download", { part: t(`exports.parts.${file.part}`) })}
      onPress={() => {
        setLoading(true);
        void actions.downloadExport(item, file).finally(() => setLoading(false));
      }}
    >
      {t(`exports.parts.${file.part}`)}
      <span className={styles.size}>{formatBytes(file.bytes, LANGUAGE_LOCALES[language])}</span>
    </Button>
  );
}
