import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folder.ts";

/** Returns a self-signed certificate with its key in PEM, made by OpenSSL. @param subject such as `IP:127.0.0.1` */
export function selfSigned(subject = "IP:127.0.0.1"): { cert: string; key: string } {
  using folder = temporaryFolder();
  const file = (name: string) => join(folder.path, name);
  const args = [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", file("key")],
    ...["-subj", "/CN=till.example", "-addext", `subjectAltName=${subject}`, "-days", "2", "-out", file("cert")],
  ];
  execFileSync("openssl", args, { stdio: "ignore" });
  return { cert: readFileSync(file("cert"), "utf8"), key: readFileSync(file("key"), "utf8") };
}
