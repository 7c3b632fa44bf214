// Writes THIRD_PARTY_NOTICES.md: everything the product ships with, and the licenses. `--check` only
// compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ version: string, license?: string, optional?: boolean, dependencies?: Names,
 * optionalDependencies?: Names, peerDependencies?: Names, peerDependenciesMeta?: Record<string, { optional?:
 * boolean } | undefined> }} Locked
 * @typedef {Record<string, string>} Names
 * @typedef {{ name: string, version: string, licence: string, folder: string, parent: string, isRead: boolean
 * }} Package `parent` is the folder of one that needs it; `isRead`: whether its own files say what it is
 */

/** Build tools whose own code ends up in the bundle. */
const DELIVERED_BY_THE_BUILD = ["tailwindcss"];

/**
 * Resolves `name` from a package in `from`, as Node does.
 * @param {Record<string, Locked | undefined>} packages
 * @param {string} from
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let at = from; ;) {
    const folder = `${at && `${at}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (!at) return undefined;
    const cut = at.lastIndexOf("/node_modules/");
    at = cut < 0 ? "" : at.slice(0, cut);
  }
}

/**
 * Everything production needs, found by walking the lockfile from the root's dependencies, platform packages
 * of other systems included, so that every machine gets the same result. Licenses are those the packages
 * declare.
 * @param {string} root
 * @returns {Package[]} by name and version
 */
export function productionPackages(root) {
  /** @type {Record<string, Locked | undefined>} */
  const packages = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  /** @type {Map<string, Package>} */
  const found = new Map();
  /** @param {string} folder @param {boolean} isRead */
  const walk = (folder, isRead) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[folder] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    const names = [
      ...Object.keys({ ...dependencies, ...optionalDependencies }),
      ...peers,
      ...(folder ? [] : DELIVERED_BY_THE_BUILD),
    ];
    for (const name of names) {
      const at = resolve(packages, folder, name);
      const locked = at && packages[at];
      if (!at || !locked || found.has(at)) continue;
      const { version, license = "" } = locked;
      // Some versions of npm install WebAssembly packages, others don't: the output must not depend on it.
      const reads = isRead && !/wasm32/.test(name);
      const declaredLicense = (reads && declared(path.join(root, at))) || license;
      found.set(at, { name, version, licence: declaredLicense, folder: at, parent: folder, isRead: reads });
      walk(at, reads);
    }
  };
  walk("", true);
  const key = (/** @type {Package} */ one) => `${one.name}@${one.version}`;
  const unique = new Map([...found.values()].map((one) => [key(one), one]));
  return [...unique.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * The license in a package's own package.json; undefined where it is not installed.
 * @param {string} folder
 * @returns {string | undefined}
 */
function declared(folder) {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { license } = JSON.parse(readFileSync(file, "utf8"));
  return typeof license === "string" ? license : license?.type;
}

/**
 * Its license and notice files as one text.
 * @param {string} folder
 */
function licenseText(folder) {
  if (!existsSync(folder)) return "";
  const files = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|copying|notice)([.-][\w.-]+)?$/i.test(name),
  );
  const texts = files.sort().map((name) => readFileSync(path.join(folder, name), "utf8"));
  return texts.map((text) => text.replaceAll(/[ \t\r]+$/gm, "").trim()).join("\n\n");
}

/**
 * A line for a package that only names its license.
 * @param {string} root
 * @param {Package} one
 */
function authored(root, { name, version, licence, folder, isRead }) {
  const file = path.join(root, folder, "package.json");
  const { author } = isRead && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const who = (typeof author === "string" ? author : author?.name)?.replace(/ *<.*/, "");
  return `- ${name} ${version}${who ? `, by ${who}` : ""}: ${licence}`;
}

/** @param {string} root */
function notices(root) {
  const packages = productionPackages(root);
  const texts = new Map(
    packages.map((one) => [one, one.isRead ? licenseText(path.join(root, one.folder)) : ""]),
  );
  /** @type {Map<string, Package[]>} */
  const groups = new Map();
  for (const one of packages) {
    // A platform package often has no license file, or is not installed here, so use its family's text.
    const family = packages.filter(
      (other) => other.parent === one.parent && other.version === one.version && scope(other) === scope(one),
    );
    const parent = packages.find((other) => other.folder === one.parent && scope(other) === scope(one));
    const text =
      [one, ...family, ...(parent ? [parent] : [])].map((other) => texts.get(other)).find(Boolean) ?? "";
    groups.set(text, [...(groups.get(text) ?? []), one]);
  }
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  const sections = [...groups].map(([text, members]) => {
    if (!text)
      return `## Without a licence file of their own\n\n${members.map((one) => authored(root, one)).join("\n")}`;
    return `## ${members.map(({ name, version }) => `${name} ${version}`).join(", ")}\n\n~~~~text\n${text}\n~~~~`;
  });
  return [
    "# Third-party notices",
    "What Plumbline is delivered with. Written by `node bootstrap/notices.mjs` from the lockfile and the installed packages; not edited by hand.",
    ["| Package | Version | Licence |", "|---|---|---|", ...rows].join("\n"),
    ...sections,
  ]
    .join("\n\n")
    .concat("\n");
}

/** @param {Package} one */
const scope = ({ name }) => (name.startsWith("@") ? name.split("/")[0] : name);

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, "THIRD_PARTY_NOTICES.md");
  const wanted = notices(root);
  if (!process.argv.includes("--check")) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
    process.stderr.write(
      "THIRD_PARTY_NOTICES.md is not what the packages say: run node bootstrap/notices.mjs\n",
    );
    process.exitCode = 1;
  }
}
