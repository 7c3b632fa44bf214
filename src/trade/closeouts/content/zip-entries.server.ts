import { Readable } from "node:stream";
import { measure, type Measured, safeName } from "#platform/archive/zip.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { Published } from "../package.server.ts";

/** A file of the ZIP: in the file store, or a photo. */
export type Entry = { readonly name: string } & ({ readonly file: string } | { readonly sha256: string });

/** What the ZIP of a package has, in its order; no two have one name. */
export function entriesOf({ page, file }: Pick<Published, "page" | "file">): Entry[] {
  const pdf = ({ title, id }: { readonly title: string; readonly id: string }) =>
    `${safeName(title.replaceAll("·", "-"), id.slice(-6))}.pdf`;
  const rooms = page.parts.flatMap((part) =>
    part.section === "photos"
      ? part.page.groups.flatMap((room) =>
          room.items
            .flatMap(({ title, photos }) => photos.map(({ sha256 }) => ({ title, sha256 })))
            .map(({ title, sha256 }, at) => ({
              name: `Photos/${safeName(room.title, "Other")}/${safeName(`${String(at + 1).padStart(3, "0")} ${title}`, String(at + 1))}.jpg`,
              sha256,
            })),
        )
      : part.page.plans.map((plan, at) => ({
          name: `Plans/${safeName(plan.title, `Plan ${at + 1}`)}.jpg`,
          sha256: plan.sha256,
        })),
  );
  return unique([
    { name: "Closeout package.pdf", file },
    ...page.papers.map((one) => ({ name: `Signed papers/${pdf(one)}`, file: one.file })),
    ...page.manuals.map((one) => ({ name: `Manuals/${pdf(one)}`, file: one.file })),
    ...rooms,
  ]);
}

/** Two papers with one title get numbers; upper and lower case are one name on many systems. */
function unique(entries: readonly Entry[]): Entry[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const key = entry.name.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? entry : { ...entry, name: entry.name.replace(/(\.[a-z]+)$/, ` (${count})$1`) };
  });
}

type ZipFile = Measured & { readonly name: string; readonly open: () => Promise<AsyncIterable<Uint8Array>> };

/**
 * The files of a package, one at a time, and last a list of them. What can't be read is named there as
 * missing, and the others are sent.
 * @param pictureOf undefined for a photo that was hidden or deleted since
 * @throws AppError not_found once the link is closed, which ends the download
 */
export async function* packageFiles(
  entries: readonly Entry[],
  pictureOf: (sha256: string) => Promise<Uint8Array | undefined>,
  { page, version }: Pick<Published, "page" | "version">,
): AsyncGenerator<ZipFile> {
  const { files } = installation();
  const [had, missing]: [string[], string[]] = [[], []];
  for (const entry of entries) {
    if ("sha256" in entry) {
      const bytes = await pictureOf(entry.sha256);
      if (bytes) {
        const read = () => Promise.resolve(Readable.from([bytes]));
        yield { name: entry.name, ...(await measure(await read())), open: read };
      }
      (bytes ? had : missing).push(entry.name);
      continue;
    }
    const read = () => files.stream(entry.file);
    const measured = await read()
      .then(measure)
      .catch(() => null);
    if (measured) yield { name: entry.name, ...measured, open: read };
    (measured ? had : missing).push(entry.name);
  }
  const list = Buffer.from(listOf(page, version, had, missing));
  const open = () => Promise.resolve(Readable.from([list]));
  yield { name: "Contents.txt", ...(await measure(await open())), open };
}

function listOf(
  { job, address, remarks }: Published["page"],
  version: number,
  had: readonly string[],
  missing: readonly string[],
): string {
  return `${[
    `Closeout package: ${job}`,
    ...(address ? [address] : []),
    `Version ${version}`,
    "",
    ...had,
    ...(missing.length > 0
      ? [
          "",
          "MISSING. These couldn’t be read, or were taken out since. Ask the business for them:",
          ...missing,
        ]
      : []),
    ...(remarks.length > 0 ? ["", ...remarks] : []),
  ].join("\r\n")}\r\n`;
}
