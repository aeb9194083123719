/** A self-signed certificate of a server (RFC 5280): put together by the ASN.1 schemas of a library, signed by Node. */
import { createHash, createPublicKey, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";

const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const COMMON_NAME = "2.5.4.3";
/** As long as X.520 lets one be. */
const LONGEST_COMMON_NAME = 64;
/** In bytes; it says nothing, and is never the same again. */
const SERIAL_LENGTH = 16;

export interface SelfSigned {
  /** Addresses and names that it is good for; the first one is its common name */
  names: readonly string[];
  /** Of P-256 */
  privateKey: KeyObject;
  /** ms since the epoch */
  from: number;
  until: number;
}

/** Makes one. @returns PEM */
export function selfSigned({ names, privateKey, from, until }: SelfSigned): string {
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const signature = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature,
    issuer: nameOf(names[0] ?? ""),
    subject: nameOf(names[0] ?? ""),
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
    subjectPublicKeyInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    extensions: extensionsOf(names, spki),
  });
  const signed = sign("sha256", Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey);
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm: signature, signatureValue: bytes(signed) });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString();
}

/** Positive, and of its full length. */
function serialNumber(): ArrayBuffer {
  const serial = randomBytes(SERIAL_LENGTH);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return bytes(serial);
}

function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName.slice(0, LONGEST_COMMON_NAME) });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

/** A server's, and no authority that signs others. */
function extensionsOf(names: readonly string[], spki: Buffer): Extensions {
  const extension = (extnID: string, value: object, critical = false) =>
    new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  const alternatives = names.map((name) => new GeneralName(isIP(name) > 0 ? { iPAddress: name } : { dNSName: name }));
  return new Extensions([
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(alternatives)),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(createHash("sha1").update(spki).digest())),
  ]);
}

function bytes(from: Buffer): ArrayBuffer {
  return new Uint8Array(from).buffer;
}
