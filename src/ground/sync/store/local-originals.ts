import { saveCopies } from "./copies.ts";
import type { LocalBlob } from "./local-tables.ts";
import { originalOf } from "./originals.ts";
import type { Store } from "./store.ts";

/** What this device has of an original: where it stands, and a small picture of it if one was made here. */
export interface OriginalHere {
  readonly state: LocalBlob["state"];
  /** Why the server refused it, for people. */
  readonly why: string | null;
  readonly preview: Blob | undefined;
}

/** What this device has of an original; null where it was not taken here. */
export async function originalHere({ tables }: Store, sha256: string): Promise<OriginalHere | null> {
  const { blobs, previews } = tables;
  const [one, small] = await tables.transaction("r", [blobs, previews], () =>
    Promise.all([blobs.get(sha256), previews.get(sha256)]),
  );
  return one
    ? { state: one.state, why: one.why, preview: small && new Blob([small.bytes], { type: small.type }) }
    : null;
}

/**
 * Keeps a small picture of an original, to show it by. It is nothing that could be lost: where there is no
 * room for it, there is none.
 */
export async function savePreview({ tables }: Store, sha256: string, picture: Blob): Promise<void> {
  const bytes = await picture.arrayBuffer();
  await tables.previews.put({ sha256, type: picture.type, bytes }).catch(() => undefined);
}

/**
 * Keeps the first frame of a video, to be sent beside it. Where there is no room for it, the video itself
 * stays.
 */
export async function savePoster(store: Store, video: string, frame: Blob): Promise<void> {
  const { tables } = store;
  const original = await originalOf(frame);
  const { blobs, bytes: kept, outbox, known } = tables;
  const belongs = await tables
    .transaction("rw", [blobs, kept, outbox, known], async () => {
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
  for (const tell of store.written) tell();
}
