import { Download, KeyRound, QrCode as QrIcon } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SetupSecrets } from "../../contract/configuration/setup.ts";
import { fileName, saveFile } from "../kit/browser.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { PEM_FILES } from "../kit/text-files.ts";
import { Button } from "../kit/ui/button.tsx";
import { CopyButton } from "../kit/ui/copy-button.tsx";
import { FileButton } from "../kit/ui/file-button.tsx";
import keyMaterial from "../kit/ui/key-material.module.css";
import layout from "../kit/ui/layout.module.css";
import message from "../kit/ui/message.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Failure } from "./failure.tsx";
import styles from "./key-part.module.css";
import { KEY_COMMANDS } from "./texts.ts";

type Key = NonNullable<SetupSecrets["key"]>;

export function KeyPart({ user, problem }: { user: string | null; problem: string | undefined }) {
  const { t } = useTranslation();
  const key = useTill((state) => state.setup.secrets?.key ?? null);
  const heading = useRef<HTMLHeadingElement>(null);
  const known = useRef(key);
  // Scrolls the instructions above into view.
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    heading.current?.parentElement?.scrollIntoView({ block: "nearest" });
    heading.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <section className={layout.stack} aria-label={t("setup.credentials.key")}>
      {key && <PublicHalf publicKey={key} user={user} heading={heading} />}
      <Sources hasKey={key !== null} />
      <Failure of={KEY_COMMANDS} />
      {problem !== undefined && (
        <p className={message.wrong} data-problem tabIndex={-1} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function Sources({ hasKey }: { hasKey: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isMaking, isImporting } = useTill(({ busy }) => ({
    isMaking: busy["setup.makeKey"] === true,
    isImporting: busy["setup.importKey"] === true,
  }));
  const make = t(hasKey ? "setup.credentials.makeAgain" : "setup.credentials.make");
  return (
    <div className={`${keyMaterial.sources} ${styles.sources}`} data-quiet={hasKey || undefined}>
      <div>
        <Button
          kind={hasKey ? "quiet" : "secondary"}
          Icon={KeyRound}
          isDisabled={isMaking || isImporting}
          onPress={() => void actions.makeKey()}
        >
          {isMaking ? t("setup.credentials.making") : make}
        </Button>
        {!hasKey && <p>{t("setup.credentials.makeText")}</p>}
      </div>
      <div>
        <FileButton
          kind={hasKey ? "quiet" : "secondary"}
          label={t("setup.credentials.importKey")}
          types={PEM_FILES}
          isDisabled={isMaking || isImporting}
          onRead={(pem) => void actions.importKey(pem)}
        />
        {!hasKey && <p>{t("setup.credentials.importText")}</p>}
      </div>
    </div>
  );
}

interface PublicHalfProps {
  publicKey: Key;
  user: string | null;
  heading: RefObject<HTMLHeadingElement | null>;
}

function PublicHalf({ publicKey, user, heading }: PublicHalfProps) {
  const { t } = useTranslation();
  const [showsQr, setShowsQr] = useState(false);
  const name = useTill((state) => state.setup.draft?.pos.id ?? "");
  const pem = publicKey.publicKeyPem.trim();
  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t(`setup.credentials.have.${publicKey.from}`)}
        </h2>
        {publicKey.from === "imported" && <p>{t("setup.credentials.imported")}</p>}
        {publicKey.from === "made" && (
          <p>{user === null ? t("setup.credentials.registerUnnamed") : t("setup.credentials.register", { user })}</p>
        )}
      </div>
      <div className={keyMaterial.ways}>
        <CopyButton text={pem} label={t("setup.credentials.copy")} copied={t("setup.credentials.copied")} />
        <Button
          Icon={Download}
          onPress={() => saveFile(fileName(name, "-public.pem"), `${pem}\n`, "application/x-pem-file")}
        >
          {t("setup.credentials.save")}
        </Button>
        <Button Icon={QrIcon} onPress={() => setShowsQr(true)}>
          {t("setup.credentials.showQr")}
        </Button>
      </div>
      <figure className={`${keyMaterial.pem} ${styles.pem}`}>
        <figcaption>{t("setup.credentials.publicKey")}</figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
        <pre data-testid="public-key" tabIndex={0}>
          {pem}
        </pre>
      </figure>
      <p className={styles.fingerprint}>
        <span>{t("setup.credentials.fingerprint")}</span>
        <code>{publicKey.fingerprint}</code>
      </p>
      {showsQr && (
        <Sheet title={t("setup.credentials.qrTitle")} onClose={() => setShowsQr(false)}>
          <p>{t("setup.credentials.qrText")}</p>
          <div className={styles.qr}>
            <QrCode text={pem} label={t("setup.credentials.qrLabel")} />
          </div>
        </Sheet>
      )}
    </>
  );
}
