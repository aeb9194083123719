/** What a provisioning file names of this machine: addresses that the till listens on, and files that it reads. */
import { z } from "zod";
import { isLoopback } from "./identifiers.ts";
import { expects } from "./reasons.ts";

/** `host:port`; port 0 is any free one. */
export const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^\s:[\]]+):\d{1,5}$/, expects("field_host_port"))
  .refine((text) => Number(text.slice(text.lastIndexOf(":") + 1)) <= 65_535, expects("field_port"));

export const filePath = z.string().min(1).max(4096);

/** A certificate chain and its private key, PEM. */
export const tlsFiles = z.strictObject({ certFile: filePath, keyFile: filePath });

const hasNone = (part: "credentials" | "query" | "fragment") => (text: string) => {
  const url = URL.parse(text);
  if (url === null) return true;
  if (part === "credentials") return url.username === "" && url.password === "";
  // By its text: an empty query or fragment is one, too, and would end up amid the paths that are appended.
  if (part === "fragment") return !url.href.includes("#");
  return !url.href.split("#", 1).join().includes("?");
};

/** Refuses credentials in an address, which screens and logs would show, and a fragment. */
export function withoutCredentials(address: z.ZodString): z.ZodString {
  return address
    .refine(hasNone("credentials"), expects("field_no_credentials"))
    .refine(hasNone("fragment"), expects("field_no_fragment"));
}

/** The same, for an address to which paths are appended: it has no query either. */
export function baseAddress(address: z.ZodString): z.ZodString {
  return withoutCredentials(address).refine(hasNone("query"), expects("field_no_query"));
}

/** The two parts of a listening address; the host without the brackets of IPv6. */
export function splitAddress(listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(":");
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(listen.slice(colon + 1)) };
}

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether nobody but this machine reaches a listening address. */
export function isLoopbackAddress(listen: string): boolean {
  const url = URL.parse(`http://${urlHost(splitAddress(listen).host)}/`);
  return url !== null && isLoopback(url);
}
