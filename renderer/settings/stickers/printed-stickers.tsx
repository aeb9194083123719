import { Check, ScanQrCode, Smartphone } from "lucide-react";
import { useEffect, useMemo } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Sticker } from "../../../contract/payments/stickers.ts";
import { type CustomerLanguage, customerLanguageOf } from "../../../contract/values/customer-language.ts";
import { QUIET_ZONE, qrMatrix } from "../../kit/qr/qr.ts";
import { useTill } from "../../store/store.ts";
import styles from "./printed-stickers.module.css";
import { pagesOf, printedLanguages, STICKER_WORDS } from "./words.ts";

/** The stickers that this window prints; invisible on the screen. */
export function PrintedStickers() {
  const { t } = useTranslation();
  const { page, items } = useTill((state) => state.stickers);
  const title = page === null ? null : t("stickers.document");
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  if (page === null || items === null) return null;
  const chosen = items.filter(({ id, link }) => page.ids.includes(id) && link !== null);
  const { perPage } = page;
  const pages = pagesOf(chosen, perPage);
  return createPortal(
    <div className={styles.document} data-print="whole" data-testid="printed-stickers">
      {pages.map((stickers, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no id
        <StickerPage key={index} stickers={stickers} perPage={perPage} />
      ))}
    </div>,
    document.body,
  );
}

export function StickerPage({ stickers, perPage }: { stickers: readonly Sticker[]; perPage: 1 | 6 }) {
  return (
    <section className={styles.page} data-per-page={perPage}>
      {stickers.map((sticker, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same sticker may be on a sheet six times
        <PrintedSticker key={index} sticker={sticker} />
      ))}
    </section>
  );
}

const STEP_ICONS = [Smartphone, ScanQrCode, Check];

function PrintedSticker({ sticker: { link, name } }: { sticker: Sticker }) {
  const {
    usual: shopLanguage,
    shop,
    till,
    accent,
    environment,
  } = useTill(({ shell, terminal }) => ({
    usual: shell.usualLanguage ?? customerLanguageOf(terminal?.locale ?? "en"),
    shop: terminal?.merchant.name ?? terminal?.pos.name ?? "",
    till: terminal?.pos.name ?? "",
    accent: terminal?.counter.accent ?? null,
    environment: terminal?.environment ?? "live",
  }));
  const { t } = useTranslation();
  const [first, ...others] = printedLanguages(shopLanguage);
  const { scan, steps } = STICKER_WORDS[first ?? "en"];
  return (
    <article className={styles.sticker} lang={first}>
      <div className={styles.band} style={{ background: accent ?? undefined }} />
      <h1 className={styles.shop}>{shop}</h1>
      <div className={styles.frame}>
        <PrintedCode text={link ?? ""} />
      </div>
      <p className={styles.scan}>{scan}</p>
      {others.map((language) => (
        <OtherLanguage key={language} language={language} />
      ))}
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const Icon = STEP_ICONS[index] ?? Check;
          return (
            <li key={step}>
              <Icon aria-hidden />
              {step}
            </li>
          );
        })}
      </ol>
      <footer className={styles.foot}>
        <span>
          {till} · {name}
        </span>
        {environment !== "live" && <span>{t(`about.environments.${environment}`)}</span>}
      </footer>
    </article>
  );
}

function OtherLanguage({ language }: { language: CustomerLanguage }) {
  return (
    <p className={styles.also} lang={language}>
      {STICKER_WORDS[language].scan}
    </p>
  );
}

function PrintedCode({ text }: { text: string }) {
  const matrix = useMemo(() => qrMatrix(text), [text]);
  const units = matrix.size + 2 * QUIET_ZONE;
  return (
    <svg className={styles.code} viewBox={`0 0 ${units} ${units}`} shapeRendering="crispEdges" aria-hidden>
      <rect width={units} height={units} fill="#fff" />
      <path d={matrix.path} fill="#000" />
    </svg>
  );
}
