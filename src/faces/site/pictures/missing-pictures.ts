import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

// The public address is a slot, or an address if already filled in; only the path after it matters.
const OWN = /^(?:https?:\/\/[^/]+|__[^/]*__)?(\/[^?#]*)/;
const TAGS = /<(?:img|source|meta|link|video)\b[^>]*>/g;
const ATTRIBUTE = /\b(src|srcset|href|content|poster|property|rel)="([^"]*)"/g;

/**
 * Pictures that the built pages show but the build didn't make, and indexed pages without a picture for
 * previews: one sentence each.
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

/** Our pictures in a tag. */
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
