import { hashInPieces } from "#platform/ids/hash.ts";
import { sha256Of } from "./ids.ts";
import { NotSaved } from "./not-saved.ts";

/**
 * Largest original read into memory at once, in bytes: any phone photo fits. A video doesn't; the phone would
 * kill the app.
 */
const MOST_WHOLE = 32 * 1024 * 1024;
/** Bytes of a larger one in memory at a time. */
const PIECE = 4 * 1024 * 1024;

export interface Original {
  readonly sha256: string;
  readonly type: string;
  readonly size: number;
  readonly name?: string;
  /** All of its bytes, or a blob to read piece by piece. */
  readonly content: ArrayBuffer | Blob;
}

/** Number of pieces its bytes are split into; 0 if stored whole. */
export const piecesOf = ({ content, size }: Pick<Original, "content" | "size">): number =>
  content instanceof Blob ? Math.ceil(size / PIECE) : 0;

/** Reads a large file one piece at a time. */
export async function* inPieces(content: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < content.size; at += PIECE)
    yield new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer());
}

/** Hashes an original. */
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

/** The name that an original will have, before it is written. */
export const hashOriginal = async (content: Blob): Promise<string> => (await originalOf(content)).sha256;

/**
 * Reads before the transaction, so that the hash matches what is stored even if the file changes
 * (`writePieces` checks again).
 */
export async function readOriginals(photos: readonly Blob[]): Promise<Original[]> {
  try {
    return await Promise.all(photos.map((photo) => originalOf(photo)));
  } catch (error) {
    throw new NotSaved("unreadable", error);
  }
}
