/**
 * Reads ESC/POS like a printer. Its tables come from the printers' manuals and not from the encoder, so that one
 * mistake cannot appear in both.
 */

import jsQR from "jsqr";

/** Upper halves of the character sets, by the number of `ESC t`. */
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
const CP865 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const windows1252 = new TextDecoder("windows-1252");
const CP852 =
  "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0";
const windows1250 = new TextDecoder("windows-1250");
const windows1251 = new TextDecoder("windows-1251");
const ibm866 = new TextDecoder("ibm866");
const PAGES: Record<number, (byte: number) => string> = {
  2: (byte) => CP850.charAt(byte - 0x80),
  5: (byte) => CP865.charAt(byte - 0x80),
  16: (byte) => windows1252.decode(Uint8Array.of(byte)),
  17: (byte) => ibm866.decode(Uint8Array.of(byte)),
  18: (byte) => CP852.charAt(byte - 0x80),
  45: (byte) => windows1250.decode(Uint8Array.of(byte)),
  46: (byte) => windows1251.decode(Uint8Array.of(byte)),
  19: (byte) => (byte === 0xd5 ? "€" : CP850.charAt(byte - 0x80)),
};

/** Dots of the print head: 58 mm or 80 mm paper, at 203 or 180 dpi. */
const DOTS: Record<number, number> = { 32: 384, 42: 504, 48: 576 };

const readCode = (jsQR as { default?: typeof jsQR }).default ?? jsQR;

/** One printed line. */
export interface PrintedLine {
  text: string;
  bold: boolean;
  inverted: boolean;
  large: boolean;
}

/** One piece of paper, up to a cut. */
export interface Paper {
  lines: PrintedLine[];
  /** Lines without their style */
  text: string;
  /** Contents of its QR codes */
  codes: string[];
  /** Width of each QR code printed as an image */
  codeDots: number[];
  cut: boolean;
  /** Number of drawer pulses */
  pulses: number;
}

export interface EscPosReader {
  /** Reads bytes; an incomplete command waits for more. @param onDone called at each `GS r`, in order */
  read(bytes: Uint8Array, onDone: () => void): void;
  /** Tears off the paper: output since the last cut becomes a separate piece */
  tearOff(): void;
  papers: Paper[];
  /** Unknown commands, and lines that do not fit on the paper */
  problems: string[];
}

/** @param columns characters of font A per line */
export function escPosReader(columns: number): EscPosReader {
  const papers: Paper[] = [];
  const problems: string[] = [];
  const empty = (): Paper => ({ lines: [], text: "", codes: [], codeDots: [], cut: false, pulses: 0 });
  let paper = empty();
  let pending: number[] = [];
  let style = { page: 0, bold: false, inverted: false, width: 1, height: 1 };
  let line = "";
  let used = 0;
  let stored = "";
  let image = { rowBytes: 0, data: [] as number[] };

  const endLine = () => {
    const { bold, inverted, width } = lineStyle;
    paper.lines.push({ text: line.trimEnd(), bold, inverted, large: width > 1 });
    line = "";
    used = 0;
  };
  let lineStyle = style;
  const character = (byte: number) => {
    const text = byte < 0x80 ? String.fromCharCode(byte) : PAGES[style.page]?.(byte);
    if (text === undefined) problems.push(`no character set ${style.page}`);
    // Spaces that only centre the text do not affect the line's style.
    if (text !== " " || line.trim() === "") lineStyle = style;
    line += text ?? "\ufffd";
    used += style.width;
    if (used > columns) problems.push(`a line is too long: ${line}`);
  };
  const finish = (cut: boolean) => {
    if (line !== "") endLine();
    while (paper.lines.at(-1)?.text === "") paper.lines.pop();
    if (paper.lines.length > 0 || paper.codes.length > 0 || paper.pulses > 0)
      papers.push({ ...paper, cut, text: paper.lines.map(({ text }) => text).join("\n") });
    paper = empty();
  };

  /** Returns the length and the action of the command at the start of the buffer; null while it is incomplete. */
  const command = (onDone: () => void): { length: number; run(): void } | null => {
    const [first = 0, second, third, fourth] = pending;
    const simple = (length: number, run: () => void) => (pending.length < length ? null : { length, run });
    if (first >= 0x20) return { length: 1, run: () => character(first) };
    if (first === 0x0a) return { length: 1, run: endLine };
    if (second === undefined) return null;
    switch ((first << 8) | second) {
      case 0x1b40:
        return simple(2, () => {
          style = { page: 0, bold: false, inverted: false, width: 1, height: 1 };
        });
      case 0x1c2e:
        return simple(2, () => undefined);
      case 0x1b4d:
      case 0x1b61:
      case 0x1d61:
        return simple(3, () => undefined);
      case 0x1b74:
        return simple(3, () => {
          style = { ...style, page: third ?? 0 };
        });
      case 0x1b45:
        return simple(3, () => {
          style = { ...style, bold: third === 1 };
        });
      case 0x1d42:
        return simple(3, () => {
          style = { ...style, inverted: third === 1 };
        });
      case 0x1d21:
        return simple(3, () => {
          style = { ...style, width: ((third ?? 0) >> 4) + 1, height: ((third ?? 0) & 15) + 1 };
        });
      case 0x1d56:
        return simple(3, () => finish(true));
      case 0x1d72:
        return simple(3, onDone);
      case 0x1d76: {
        // A raster image: bytes per row, and number of rows
        const [, , , , low = 0, high = 0, rows = 0, moreRows = 0] = pending;
        const rowBytes = low + 256 * high;
        const length = 8 + rowBytes * (rows + 256 * moreRows);
        if (pending.length < 8) return null;
        return simple(length, () => {
          image = { rowBytes, data: [...image.data, ...pending.slice(8, length)] };
        });
      }
      case 0x1b70:
        return simple(5, () => {
          paper.pulses += 1;
        });
      case 0x1d28: {
        const length = 5 + (fourth ?? 0) + 256 * (pending[4] ?? 0);
        return pending.length < 5 || third !== 0x6b ? null : simple(length, () => symbol(pending.slice(5, length)));
      }
      default:
        return simple(2, () => problems.push(`no such command: ${first.toString(16)} ${second.toString(16)}`));
    }
  };
  /** Consecutive images form one picture. */
  const endImage = () => {
    const { rowBytes, data } = image;
    image = { rowBytes: 0, data: [] };
    const [width, height] = [rowBytes * 8, data.length / rowBytes];
    if (width > (DOTS[columns] ?? 0)) problems.push(`an image is too wide: ${width} dots`);
    const pixels = data.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte & (0x80 >> bit) ? 0 : 255)));
    const rgba = Uint8ClampedArray.from(pixels.flatMap((shade) => [shade, shade, shade, 255]));
    const code = readCode(rgba, width, height);
    if (code === null) return problems.push("an image without a code");
    const { topLeftCorner, topRightCorner } = code.location;
    paper.codes.push(code.data);
    paper.codeDots.push(Math.round(topRightCorner.x - topLeftCorner.x));
  };
  const symbol = ([, what, ...parameters]: number[]) => {
    if (what === 80) stored = String.fromCharCode(...parameters.slice(1));
    if (what === 81) paper.codes.push(stored);
  };

  return {
    papers,
    problems,
    read(bytes, onDone) {
      pending.push(...bytes);
      for (
        let next = pending.length > 0 ? command(onDone) : null;
        next;
        next = pending.length > 0 ? command(onDone) : null
      ) {
        if (image.rowBytes > 0 && pending[1] !== 0x76) endImage();
        next.run();
        pending = pending.slice(next.length);
      }
    },
    tearOff() {
      pending = [];
      finish(false);
    },
  };
}
