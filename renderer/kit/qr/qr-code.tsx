import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type QrMatrix, QUIET_ZONE, qrMatrix, qrSize } from "./qr.ts";
import styles from "./qr-code.module.css";

export interface QrCodeProps {
  text: string;
  /** What the code is for, read aloud */
  label: string;
  /** What stands over a code that has run out; left out or null: it is good */
  expired?: string | null;
  /** Much text: the code is read from near, and needs no more error correction than the least */
  isDense?: boolean;
  testId?: string;
}

/** The code on its own white tile, black on white in every theme, as large as there is room. */
export function QrCode(props: QrCodeProps) {
  const room = useRef<HTMLDivElement>(null);
  const available = useShorterSide(room);
  const { text, isDense = false } = props;
  // In the task that draws the screen: the frame that measures the room has enough to do.
  const matrix = useMemo(() => qrMatrix(text, isDense ? "L" : "M"), [text, isDense]);
  return (
    <div className={styles.qrRoom} ref={room}>
      {available > 0 && <Tile {...props} matrix={matrix} available={available} />}
    </div>
  );
}

interface TileProps extends QrCodeProps {
  matrix: QrMatrix;
  available: number;
}

function Tile({ text, label, expired = null, testId = "qr", matrix, available }: TileProps) {
  const isExpired = expired !== null;
  const units = matrix.size + 2 * QUIET_ZONE;
  const { side, modulePixels } = qrSize(matrix.size, available, window.devicePixelRatio);
  return (
    <figure className={styles.tile} data-expired={isExpired || undefined}>
      <svg
        role="img"
        aria-label={expired ?? label}
        data-testid={testId}
        data-qr-text={isExpired ? undefined : text}
        data-module-pixels={modulePixels}
        width={side}
        height={side}
        viewBox={`0 0 ${units} ${units}`}
        shapeRendering="crispEdges"
      >
        <rect width={units} height={units} fill="#fff" />
        <path d={matrix.path} fill={isExpired ? "#bbb" : "#000"} />
      </svg>
      {isExpired && <figcaption className={styles.expired}>{expired}</figcaption>}
    </figure>
  );
}

/**
 * How much room there is, in CSS pixels, kept up to date. It is told after the layout of the first frame and before its
 * painting, so that the code is in it: asked for sooner, all of the screen would be laid out in the task that drew it.
 */
function useShorterSide(element: RefObject<HTMLElement | null>): number {
  const [side, setSide] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) flushSync(() => setSide(Math.min(entry.contentRect.width, entry.contentRect.height)));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return side;
}
