/** X.509 certificates (RFC 5280) of a root and a server. A library encodes the ASN.1; Node signs. */
import { createHash, createPublicKey, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
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
/** Limit of X.520. */
const LONGEST_COMMON_NAME = 64;
const SERIAL_LENGTH = 16;

/** Times in ms since the epoch; a P-256 key that signs and is certified. */
interface Issued {
  privateKey: KeyObject;
  from: number;
  until: number;
}

/**
 * Creates a root, which can sign server certificates but no other authorities. Its name derives from its key. Returns
 * PEM.
 */
export function rootCertificate(issued: Issued): string {
  const { spki, keyId } = publicPartOf(issued.privateKey);
  const name = rootNameOf(keyId);
  return issue(issued, spki, { issuer: name, subject: name }, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId)),
  ]);
}

/**
 * Creates a server certificate under the root of the same key.
 * @param issued includes the addresses and names; the first is the common name
 * @returns PEM
 */
export function serverCertificate(issued: Issued & { names: readonly string[] }): string {
  const { spki, keyId } = publicPartOf(issued.privateKey);
  const alternatives = issued.names.map(
    (name) => new GeneralName(isIP(name) > 0 ? { iPAddress: name } : { dNSName: name }),
  );
  return issue(issued, spki, { issuer: rootNameOf(keyId), subject: nameOf(issued.names[0] ?? "") }, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(alternatives)),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId)),
    extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyId) })),
  ]);
}

function issue(
  { privateKey, from, until }: Issued,
  spki: Buffer,
  { issuer, subject }: { issuer: Name; subject: Name },
  extensions: Extension[],
): string {
  const signature = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature,
    issuer,
    subject,
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
    subjectPublicKeyInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    extensions: new Extensions(extensions),
  });
  const signed = sign("sha256", Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey);
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm: signature, signatureValue: bytes(signed) });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString();
}

function publicPartOf(privateKey: KeyObject): { spki: Buffer; keyId: Buffer } {
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { spki, keyId: createHash("sha1").update(spki).digest() };
}

/** Unique per till, so a register can trust several tills. */
function rootNameOf(keyId: Buffer): Name {
  return nameOf(`Till ${keyId.toString("hex", 0, 8)} for registers`);
}

function serialNumber(): ArrayBuffer {
  const serial = randomBytes(SERIAL_LENGTH);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return bytes(serial);
}

function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName.slice(0, LONGEST_COMMON_NAME) });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function bytes(from: Buffer): ArrayBuffer {
  return new Uint8Array(from).buffer;
}
