/**
 * Software bill of materials (CycloneDX 1.6): each shipped third-party package with version, licence, package URL and
 * SHA-512 of its archive. Reproducible.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";

/**
 * @param {readonly {name: string, version: string, licence: string}[]} works the shipped works, from `licencesOf`
 * @param {string} root the project's folder: its package.json and package-lock.json
 * @returns {string} JSON
 * @throws if package-lock.json has no archive hash for a shipped package
 */
export function sbomOf(works, root) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { hashes, versions } = lockedArchives(root);
  const till = componentOf(Enums.ComponentType.Application, { name, version, licence: license });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: till }) });
  // An installed till contains Electron's runtime, with its licences next to its program.
  const electron = { name: "electron", version: versions.get("electron"), licence: "MIT" };
  for (const work of [...works, electron]) {
    const component = componentOf(Enums.ComponentType.Library, work);
    const sha512 = hashes.get(`${work.name}@${work.version}`);
    if (sha512 === undefined) throw new Error(`package-lock.json has no SHA-512 of ${work.name} ${work.version}`);
    component.hashes.set(Enums.HashAlgorithm["SHA-512"], sha512);
    bom.components.add(component);
  }
  const normalized = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return new Serialize.JsonSerializer(normalized).serialize(bom, { sortLists: true, space: 1 });
}

function componentOf(type, { name: fullName, version, licence }) {
  const [scope, name] = fullName.startsWith("@") ? fullName.split("/") : [undefined, fullName];
  const purl = new PackageURL("npm", scope, name, version, undefined, undefined).toString();
  const component = new Models.Component(type, name, { group: scope, version, bomRef: purl, purl });
  component.licenses.add(licenceOf(licence));
  return component;
}

function licenceOf(licence) {
  if (SPDX.isSupportedSpdxId(licence)) return new Models.SpdxLicense(licence);
  return / (OR|AND) /.test(licence) ? new Models.LicenseExpression(licence) : new Models.NamedLicense(licence);
}

/** @returns {{ hashes: Map<string, string>, versions: Map<string, string> }} hexadecimal SHA-512 by `name@version`, and versions at the top by name */
function lockedArchives(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const hashes = new Map();
  const versions = new Map();
  for (const [path, { name, version, integrity }] of Object.entries(packages)) {
    const packageName = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const base64 = /(?:^| )sha512-([\w+/=]+)/.exec(integrity ?? "")?.[1];
    if (path === `node_modules/${packageName}`) versions.set(packageName, version);
    if (base64 !== undefined) hashes.set(`${packageName}@${version}`, Buffer.from(base64, "base64").toString("hex"));
  }
  return { hashes, versions };
}
