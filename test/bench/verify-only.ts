/**
 * A server that only verifies callbacks, on bare node:http; a peer of the till's receiver. Runs as a separate process
 * with the public key and the signed address; prints its port.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";

const [pem = "", url = ""] = process.argv.slice(2);
const publicKey = createPublicKey(pem);
const SIGNED = ["X-SVC-CONTENT-DIGEST", "X-SVC-MERCHANT", "X-SVC-TIMESTAMP"];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { headers } = request;
    const digest = createHash("sha256").update(Buffer.concat(chunks)).digest("base64");
    const pairs = SIGNED.map((name) => `${name}=${headers[name.toLowerCase()]}`);
    const signature = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64");
    const isSigned = verify("sha256", Buffer.from(`POST|${url}|${pairs.join("&")}`), publicKey, signature);
    const isWhole = headers["x-svc-content-digest"] === `SHA256=${digest}`;
    response.writeHead(isSigned && isWhole ? 200 : 401, { "content-type": "application/json" }).end("{}");
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
