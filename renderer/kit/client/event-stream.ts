/**
 * Server-sent events over fetch. `EventSource` cannot send headers and would need a cookie, which browsers share across
 * ports.
 */

/** A stream message; without data when only the position changed (HTML, 9.2.6). */
export interface Message {
  id: string | null;
  /** `message` unless the stream sets another type */
  type: string;
  data: string;
}

/**
 * Yields the messages of a body until it ends.
 * @param onBytes called for all received bytes, keep-alive comments included
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
