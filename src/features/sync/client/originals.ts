import { sha256Of } from "./ids.ts";
import { NotSaved } from "./not-saved.ts";

/** An original in memory. */
export interface Original {
  readonly sha256: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** Read once, before the transaction: what is hashed is what is kept, even if the file changes meanwhile. */
export async function readOriginals(photos: readonly Blob[]): Promise<Original[]> {
  try {
    return await Promise.all(
      photos.map(async (photo) => {
        const bytes = await photo.arrayBuffer();
        return { sha256: await sha256Of(bytes), type: photo.type, bytes };
      }),
    );
  } catch (error) {
    throw new NotSaved("unreadable", error);
  }
}
