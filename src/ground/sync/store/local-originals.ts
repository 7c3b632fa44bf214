import { saveCopies } from "./copies.ts";
import type { LocalBlob } from "./local-tables.ts";
import { originalOf } from "./originals.ts";
import type { Store } from "./store.ts";

/** An original as this device knows it: its state and a small preview. */
export interface OriginalHere {
  readonly state: LocalBlob["state"];
  readonly why: string | null;
  readonly preview: Blob | undefined;
  /** It wasn't made here; its preview is the server's thumbnail. */
  readonly isThumb?: true;
}

/** Finds an original, or the thumbnail of one, on this device; null if it has neither. */
export async function originalHere({ tables }: Store, sha256: string): Promise<OriginalHere | null> {
  const { blobs, previews, thumbs } = tables;
  const [one, small, thumb] = await tables.transaction("r", [blobs, previews, thumbs], () =>
    Promise.all([blobs.get(sha256), previews.get(sha256), thumbs.get(sha256)]),
  );
  const picture = small ?? thumb;
  const preview = picture && new Blob([picture.bytes], { type: picture.type });
  if (one) return { state: one.state, why: one.why, preview };
  return preview ? { state: "held", why: null, preview, isThumb: true } : null;
}

/** Saves a preview of an original. Best effort: without room, there is none. */
export async function savePreview({ tables }: Store, sha256: string, picture: Blob): Promise<void> {
  const bytes = await picture.arrayBuffer();
  await tables.previews.put({ sha256, type: picture.type, bytes }).catch(() => undefined);
}

/**
 * Saves the first frame of a video, to be sent with it. Best effort: without room, only the video is saved.
 */
export async function savePoster(store: Store, video: string, frame: Blob): Promise<void> {
  const { tables } = store;
  const original = await originalOf(frame);
  const { blobs, bytes: storedBytes, outbox, known } = tables;
  const belongs = await tables
    .transaction("rw", [blobs, storedBytes, outbox, known], async () => {
      const of = await blobs.get(video);
      if (!of) return null;
      const { kind, record, job } = of;
      const poster = { kind, record, job, posterOf: video };
      if (await store.saveOriginal(original, poster, of.state === "draft" ? "draft" : "waiting"))
        await store.count(1);
      if (of.state === "draft") return null;
      return poster;
    })
    .catch(() => null);
  if (belongs) await saveCopies(store, [], [original], belongs);
  for (const notify of store.written) notify();
}
