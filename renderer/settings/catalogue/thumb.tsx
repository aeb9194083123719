import { ImageIcon } from "lucide-react";
import { type CSSProperties, useEffect } from "react";
import { inkOn } from "../../kit/ink.ts";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./catalogue.module.css";

/** A picture that the till has, as an address that a page shows; null: it is none, or was not read yet. */
export function usePicture(id: string | null): string | null {
  const { readPicture } = useActions();
  useEffect(() => {
    if (id !== null) void readPicture(id);
  }, [id, readPicture]);
  return useTill(({ shelf }) => (id === null ? null : (shelf.pictures[id] ?? null)));
}

interface ThumbProps {
  product: { name: string; colour?: string | null; picture?: string | null };
  /** Twice as large */
  isLarge?: boolean;
}

/** A product's picture; without one its first letter, on its colour. */
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
