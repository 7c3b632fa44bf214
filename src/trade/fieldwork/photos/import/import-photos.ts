import { NotSaved } from "#ground/sync/public.tsx";
import type { Examined } from "../examine.ts";
import { describeRefusedFile } from "../photos.ts";
import type { Candidate } from "./files-in.ts";

/** Where a photo is already. */
export interface Copy {
  readonly job: string;
  readonly jobName: string;
  /** "Oct 3". */
  readonly day: string;
}

/** What an import needs of the device. */
export interface ImportPort {
  readonly job: string;
  readonly most: { readonly photo: number; readonly video: number };
  hash(file: Blob): Promise<string>;
  copiesOf(sha256: string): readonly Copy[];
  /** Whether the business has it on the server; false without a signal. */
  isStored(sha256: string): Promise<boolean>;
  examine(file: File): Promise<Examined | { readonly why: string }>;
  /** Resolves once the photo is saved on the device. */
  save(photo: Examined, sha256: string): Promise<void>;
}

export interface Imported {
  readonly added: number;
  /** Already on this job, with when. */
  readonly here: readonly string[];
  /** Added, and on another job as well. */
  readonly elsewhere: readonly string[];
  /** Why each was refused, a sentence with its name. */
  readonly refused: readonly string[];
  /** The device was full before the last file, which isn't here. What is counted is here, whole. */
  readonly isFull: boolean;
}

export const NOTHING_IMPORTED: Imported = { added: 0, here: [], elsewhere: [], refused: [], isFull: false };

/** "Already on this job, Oct 3", "Also on the job Elm St"; null for a photo that is nowhere. */
export function describeCopies(copies: readonly Copy[], job: string): string | null {
  const own = copies.find((one) => one.job === job);
  if (own) return `Already on this job, ${own.day}`;
  const [first, ...rest] = [...new Set(copies.map(({ jobName }) => jobName))];
  if (first === undefined) return null;
  return `Also on the job ${first}${rest.length > 0 ? ` and ${rest.length} more` : ""}`;
}

/**
 * Imports one file after the other. Each is saved on the device before the next one is read, so that stopping
 * anywhere loses nothing that was counted. Ends when the device is full.
 * @returns the summary so far, after each file
 */
export async function* importPhotos(
  candidates: AsyncIterable<Candidate>,
  port: ImportPort,
): AsyncGenerator<Imported, void, undefined> {
  let sum = NOTHING_IMPORTED;
  const fresh = new Set<string>();
  const refuse = (name: string, why: string) => ({ ...sum, refused: [...sum.refused, `${name} ${why}`] });
  for await (const one of candidates) {
    yield (sum = await importOne(one));
    if (sum.isFull) return;
  }

  async function importOne(one: Candidate): Promise<Imported> {
    const { name } = one;
    if ("why" in one) return refuse(name, one.why);
    try {
      const photo = await port.examine(one.file);
      if ("why" in photo) return refuse(name, photo.why);
      const why = describeRefusedFile(photo.file, port.most);
      if (why) return refuse(name, why);
      const sha256 = await port.hash(photo.file);
      if (fresh.has(sha256)) return { ...sum, here: [...sum.here, `${name}: Twice in this import`] };
      const copies = port.copiesOf(sha256);
      const words =
        describeCopies(copies, port.job) ??
        ((await port.isStored(sha256)) ? "Also on a job that isn’t on this device" : null);
      if (copies.some(({ job }) => job === port.job))
        return { ...sum, here: [...sum.here, `${name}: ${words}`] };
      await port.save(photo, sha256);
      fresh.add(sha256);
      const elsewhere = words === null ? sum.elsewhere : [...sum.elsewhere, `${name}: ${words}`];
      return { ...sum, added: sum.added + 1, elsewhere };
    } catch (error) {
      if (error instanceof NotSaved && error.why === "full") return { ...sum, isFull: true };
      return refuse(name, "couldn’t be saved on this device. Import it again.");
    }
  }
}
