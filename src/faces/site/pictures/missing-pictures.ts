import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

// The public address is a slot, or where it was filled already an address: what counts is the path behind it.
const OWN = /^(?:https?:\/\/[^/]+|__[^/]*__)?(\/[^?#]*)/;
const TAGS = /<(?:img|source|meta|link|video)\b[^>]*>/g;
const ATTRIBUTE = /\b(src|srcset|href|content|poster|property|rel)="([^"]*)"/g;

/**
 * What the built pages show and the build did not make: one sentence for each picture that is not there, and
 * for each page to be indexed that names no picture for previews.
 * @param folder `build/client`
 */
export function missingPictures(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("index.html"),
  );
  const addresses = pages.map(
    (name) => [`/${path.dirname(name).split(path.sep).join("/")}`.replace(/^\/\.$/, "/"), name] as const,
  );
  return addresses
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([page, name]) => {
      const html = readFileSync(path.join(folder, name), "utf8");
      const shown = [...html.matchAll(TAGS)].flatMap(([tag]) => picturesOf(tag));
      const missing = [...new Set(shown.map(({ file }) => file))]
        .filter((file) => !existsSync(path.join(folder, file)))
        .map((file) => `The page ${page} shows ${file}, but the build made no such picture.`);
      const previewed = shown.some(({ preview }) => preview) || /<meta[^>]*content="noindex"/.test(html);
      return previewed ? missing : [...missing, `The page ${page} names no picture for previews (og:image).`];
    });
}

/** The pictures of ours that a tag names. */
function picturesOf(tag: string): { file: string; preview: boolean }[] {
  const named = Object.fromEntries([...tag.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, value!]));
  const preview = named["property"] === "og:image";
  const icon = /\bicon\b|manifest/.test(named["rel"] ?? "");
  const candidates = [
    ...(/^<(?:img|source|video)/.test(tag)
      ? [named["src"], named["poster"], ...(named["srcset"] ?? "").split(/\s*,\s*/)]
      : []),
    ...(preview ? [named["content"]] : []),
    ...(icon ? [named["href"]] : []),
  ];
  return candidates.flatMap((address) => {
    const file = OWN.exec(address?.trim().split(/\s/)[0] ?? "")?.[1];
    return file ? [{ file: decodeURI(file), preview }] : [];
  });
}
