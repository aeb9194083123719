/** The sandbox as a separate process, and a merchant client that registers a user for another till. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Credentials } from "../../sandbox/provision.ts";
import { merchantClient } from "./sandbox.ts";

const PROGRAM = join(import.meta.dirname, "../../out/main/sandbox.js");

export interface SandboxProcess extends AsyncDisposable {
  url: string;
  phoneUrl: string;
  /** Provisioning file for a till of the merchant's first user */
  provisioning: string;
  /** The owner's PIN in it, random per sandbox */
  ownerPin: string;
  /** The service's public key for callbacks */
  publicKey: string;
  merchant: string;
  /** Private key of the merchant's first user, PEM: no other till may ever have it */
  privateKey: string;
  /** Registers another user by public key, as a merchant does at the service; signed by the first user */
  register(user: string, publicKeyPem: string): Promise<void>;
  /** Replaces the first user's public key; the previous key and {@link privateKey} become invalid */
  replaceKey(publicKeyPem: string): Promise<void>;
}

/** Starts the built sandbox on plain Node, with its state in a folder. @param options further command-line options */
export async function startSandboxProcess(folder: string, options: readonly string[] = []): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [PROGRAM, "--data", folder, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const address = /^sandbox ready (\S+)$/m.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.once("close", (code) => reject(new Error(`the sandbox ended (${code}): ${text}`)));
  });
  const storedCredentials = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8"));
  const privateKey = readFileSync(storedCredentials.auth.privateKeyFile, "utf8");
  const publicKey = readFileSync(storedCredentials.publicKeyFile, "utf8");
  const credentials: Credentials = {
    ...{
      baseUrl: storedCredentials.baseUrl,
      vendor: storedCredentials.vendor,
      mediaType: storedCredentials.mediaType,
      merchant: storedCredentials.merchant,
      user: storedCredentials.user,
      secret: storedCredentials.secret,
    },
    ...{ privateKeyPem: privateKey, publicKeyPem: "", testbedToken: storedCredentials.testbedToken },
    callbackPublicKeyPem: publicKey,
  };
  const client = merchantClient(credentials);
  const provisioning = join(folder, "provisioning.json");
  const { staff } = JSON.parse(readFileSync(provisioning, "utf8"));
  return {
    ...{ url, privateKey, publicKey, phoneUrl: storedCredentials.phone, merchant: storedCredentials.merchant },
    provisioning,
    ownerPin: staff.managerPin,
    async register(user, pubkey) {
      const answer = await client.post("/user/", { id: user, roles: [], netmask: null, secret: null, pubkey });
      if (answer.status !== 201) throw new Error(`the service did not take the user: ${answer.status} ${answer.text}`);
    },
    async replaceKey(pubkey) {
      const user = { id: storedCredentials.user, roles: [], netmask: null, secret: null, pubkey };
      const answer = await client.put(`/user/${storedCredentials.user}/`, user);
      if (answer.status !== 204) throw new Error(`the service did not take the key: ${answer.status} ${answer.text}`);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
