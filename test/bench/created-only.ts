/**
 * A minimal service on bare node:http that only accepts payment requests. Runs as a separate process; prints its port.
 */
import { createServer } from "node:http";

const answer = JSON.stringify({ id: "9a8b7c6d5e4f" });
const head = { "content-type": "application/vnd.svc.api.merchant.v1+json", "content-length": answer.length };
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(201, head).end(answer));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
