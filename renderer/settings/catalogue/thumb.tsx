import { ImageIcon } from "lucide-react";
import type { CSSProperties } from "react";
import { inkOn } from "../../kit/contrast.ts";
import styles from "./catalogue.module.css";
import { usePicture } from "./picture.ts";

interface ThumbProps {
  product: { name: string; colour?: string | null; picture?: string | null };
  isLarge?: boolean;
}

export function Thumb({ product: { name, colour = null, picture = null }, isLarge = false }: ThumbProps) {
  const address = usePicture(picture);
  const style = colour === null ? undefined : { background: colour, color: inkOn(colour) };
  const letter = [...name.trim()][0]?.toUpperCase();
  return (
    <span className={styles.thumb} data-large={isLarge || undefined} style={style as CSSProperties} aria-hidden>
      {address !== null ? <img src={address} alt="" draggable={false} /> : (letter ?? <ImageIcon size={22} />)}
    </span>
  );
}
