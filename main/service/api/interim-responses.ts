import type { Socket } from "node:net";

const STATUS_LINE = /^HTTP\/1\.\d (\d{3})/;
const STATUS_LINE_LENGTH = "HTTP/1.1 100".length;
/** Maximum size of an interim response; the parser refuses longer ones. */
const LONGEST_BYTES = 16 * 1024;

/**
 * Hides interim responses (`100 Continue`, `103 Early Hints`; RFC 9110, section 15.2): undici treats an unexpected
 * `100` as a broken connection. Relies on requests written whole, one at a time.
 */
export function skipInterimResponses<T extends Socket>(socket: T): T {
  const [write, read] = [socket.write.bind(socket), socket.read.bind(socket)];
  let isBeforeHead = false;
  let buffered: Buffer = Buffer.alloc(0);
  socket.write = (...writeArguments: unknown[]) => {
    isBeforeHead = true;
    return Reflect.apply(write, socket, writeArguments);
  };
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (!isBeforeHead || chunk === null) return chunk;
      const { rest, isFinal } = afterInterimResponses(buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]));
      isBeforeHead = !isFinal;
      buffered = isFinal ? Buffer.alloc(0) : rest;
      if (isFinal) return rest;
    }
  };
  return socket;
}

/** Strips complete interim responses. `isFinal` is true once the final response begins. */
function afterInterimResponses(bytes: Buffer): { rest: Buffer; isFinal: boolean } {
  let rest = bytes;
  while (rest.length >= STATUS_LINE_LENGTH) {
    const status = STATUS_LINE.exec(rest.toString("latin1", 0, STATUS_LINE_LENGTH))?.[1] ?? "";
    if (!status.startsWith("1") || status === "101") return { rest, isFinal: true };
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return { rest, isFinal: rest.length > LONGEST_BYTES };
    rest = rest.subarray(end + 4);
  }
  return { rest, isFinal: false };
}
