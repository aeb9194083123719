import { type CSSProperties, useEffect } from "react";
import { localisedName, type Product } from "../../contract/catalogue/catalogue.ts";
import { inkOn } from "../kit/contrast.ts";
import { useActions, useTill } from "../store/store.ts";
import { useTexts } from "./context.ts";
import styles from "./product-picture.module.css";

export function ProductPicture({ product }: { product: Product }) {
  const { language } = useTexts();
  const { readPicture } = useActions();
  const { colour, picture } = product;
  const address = useTill(({ shelf }) => (picture === undefined ? null : (shelf.pictures[picture] ?? null)));
  useEffect(() => {
    if (picture !== undefined) void readPicture(picture);
  }, [picture, readPicture]);
  if (address !== null) return <img className={styles.picture} src={address} alt="" draggable={false} />;
  const look =
    colour === undefined ? undefined : ({ "--colour": colour, "--on-colour": inkOn(colour) } as CSSProperties);
  return (
    <span className={styles.letter} style={look} aria-hidden>
      <span>{[...localisedName(product, language)][0]?.toLocaleUpperCase(language)}</span>
    </span>
  );
}
