import { ImageOff, ImagePlus } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./catalogue.module.css";
import { Tool } from "./tool.tsx";

export function PictureField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill(({ busy }) => busy.picture === true);
  const [isWrong, setIsWrong] = useState(false);
  const take = async (file: File) => {
    const picture = await actions.addPicture(file);
    setIsWrong(picture === null);
    if (picture) onChange(picture);
  };
  return (
    <>
      <div className={styles.pictureButtons}>
        <FileTrigger
          acceptedFileTypes={["image/png", "image/jpeg", "image/webp", "image/gif"]}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file) void take(file);
          }}
        >
          <Tool Icon={ImagePlus} isDisabled={isBusy}>
            {t(value === null ? "catalogue.choosePicture" : "catalogue.otherPicture")}
          </Tool>
        </FileTrigger>
        {value !== null && (
          <Tool Icon={ImageOff} onPress={() => onChange(null)}>
            {t("catalogue.removePicture")}
          </Tool>
        )}
      </div>
      {isWrong && (
        <p className={styles.problem} role="alert">
          {t("catalogue.pictureProblem")}
        </p>
      )}
    </>
  );
}
