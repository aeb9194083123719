/**
 * Server-sent events over fetch. `EventSource` can send no header, and so needs a cookie, which a browser sends to every
 * port of this machine.
 */

/** One message of the stream; without data where only its position moved (HTML, 9.2.6). */
export interface Message {
  id: string | null;
  /** `message` unless the stream names another type */
  type: string;
  data: string;
}

/**
 * Reads messages out of a body as they come, until it ends.
 * @param onBytes called for whatever arrives, the comments that keep the stream alive too
 * @throws when the connection breaks
 */
export async function* messagesOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    yield* blocks.map(messageOf);
  }
}

function messageOf(block: string): Message {
  const message: Message = { id: null, type: "message", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("id: ")) message.id = line.slice(4);
    else if (line.startsWith("event: ")) message.type = line.slice(7);
    else if (line.startsWith("data: ")) message.data += line.slice(6);
  }
  return message;
}
