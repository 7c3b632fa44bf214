import { hashInPieces } from "#platform/ids/hash.ts";
import { sha256Of } from "./ids.ts";
import { NotSaved } from "./not-saved.ts";

/**
 * Up to this an original is in memory at once, in bytes: any photo of a phone. A video is not, or a phone
 * would end the app that holds it.
 */
const MOST_WHOLE = 32 * 1024 * 1024;
/** What is in memory of a larger one, in bytes. */
const PIECE = 4 * 1024 * 1024;

/** An original that somebody took or chose. */
export interface Original {
  readonly sha256: string;
  readonly type: string;
  readonly size: number;
  /** What its file was called, where it had a name. */
  readonly name?: string;
  /** All of its bytes, or where they are read from, piece by piece. */
  readonly content: ArrayBuffer | Blob;
}

/** Into how many pieces its bytes are cut; 0 for one that is kept as a whole. */
export const piecesOf = ({ content, size }: Pick<Original, "content" | "size">): number =>
  content instanceof Blob ? Math.ceil(size / PIECE) : 0;

/** Reads a file that is too large to be in memory, one piece at a time. */
export async function* inPieces(content: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < content.size; at += PIECE)
    yield new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer());
}

/** An original with the hash of its bytes. */
export async function originalOf(content: Blob, type: string = content.type): Promise<Original> {
  const { size } = content;
  const called = content instanceof File && content.name ? { name: content.name } : {};
  if (size <= MOST_WHOLE) {
    const bytes = await content.arrayBuffer();
    return { sha256: await sha256Of(bytes), type, size, ...called, content: bytes };
  }
  const hash = hashInPieces();
  for await (const piece of inPieces(content)) hash.add(piece);
  return { sha256: hash.end(), type, size, ...called, content };
}

/**
 * Read before the transaction: what is hashed is what is kept, even if the file changes meanwhile
 * (`keepPieces` looks again).
 */
export async function readOriginals(photos: readonly Blob[]): Promise<Original[]> {
  try {
    return await Promise.all(photos.map((photo) => originalOf(photo)));
  } catch (error) {
    throw new NotSaved("unreadable", error);
  }
}
