import { sha256Of } from "./ids.ts";
import { NotSaved } from "./not-saved.ts";

/** What a camera made: a photo, or a video with a frame to show it by. */
export type Taken = Blob | { readonly video: Blob; readonly poster: Blob };

/** An original in memory. */
export interface Original {
  readonly sha256: string;
  /** Hash of the video that this is the first frame of. */
  readonly posterOf?: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** Read once, before the transaction: what is hashed is what is kept, even if the file changes meanwhile. */
export async function readOriginals(photos: readonly Taken[]): Promise<Original[]> {
  try {
    const read = await Promise.all(
      photos.map(async (one) => {
        if (one instanceof Blob) return [await readOriginal(one)];
        const [video, poster] = await Promise.all([readOriginal(one.video), readOriginal(one.poster)]);
        return [video, { ...poster, posterOf: video.sha256 }];
      }),
    );
    return read.flat();
  } catch (error) {
    throw new NotSaved("unreadable", error);
  }
}

async function readOriginal(blob: Blob): Promise<Original> {
  const bytes = await blob.arrayBuffer();
  return { sha256: await sha256Of(bytes), type: blob.type, bytes };
}
