import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type QrMatrix, QUIET_ZONE, qrMatrix, qrSize } from "./qr.ts";
import styles from "./qr-code.module.css";

export interface QrCodeProps {
  text: string;
  label: string;
  /** Label over an expired code; null or omitted: the code is valid */
  expired?: string | null;
  /** Long text: scanned from near, so the lowest error correction is enough */
  isDense?: boolean;
  testId?: string;
}

export function QrCode(props: QrCodeProps) {
  const room = useRef<HTMLDivElement>(null);
  const available = useShorterSide(room);
  const { text, isDense = false } = props;
  // Computed while rendering: the frame that measures the space has enough to do.
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
 * Available space in CSS pixels. The observer reports after the first layout and before the first paint, so no forced
 * layout is needed.
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
