import { createContext, useContext, useMemo } from "react";
import { type Json, useRecord, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useScreen } from "../screen/field-screen.tsx";
import { type Mark, mergeMarks } from "./marks/marks.ts";

/** Which records have the marks of photos, in their field `marks`. At most one tool says. */
export interface MarksSource {
  readonly kind: string;
  /** Derived, so that two phones without a signal write about the same photo in one record. */
  recordOf(job: string, sha256: string): string;
}

/** Null if no tool has marks. `mayDraw`: whether this person has that tool. */
export const PhotoMarks = createContext<(MarksSource & { readonly mayDraw: boolean }) | null>(null);

const NONE: readonly Mark[] = [];

/** The marks of a photo of the screen's job. */
export interface MarksOfPhoto {
  readonly marks: readonly Mark[];
  /**
   * Saves them on this device; undefined if this person may not draw. @throws {Error} if nothing was saved
   */
  readonly save: ((marks: readonly Mark[]) => Promise<void>) | undefined;
  /** Two people drew without seeing each other. The next change saves what both drew. */
  readonly isConflict: boolean;
}

export function useMarks(sha256: string): MarksOfPhoto {
  const source = useContext(PhotoMarks);
  const store = useStore();
  const { job, isOwnBusiness } = useScreen();
  const id = source?.recordOf(job, sha256) ?? "";
  const found = useRecord(source?.kind ?? "", id);
  // The one of the photo before stays until this one's is loaded.
  const record = found?.id === id ? found : undefined;
  const values = record?.fields["marks"]?.values;
  const marks = useMemo(() => (values ? mergeMarks(values.map(({ value }) => value)) : NONE), [values]);
  const hasHash = record?.values["sha256"] === sha256;
  const save = useMemo(() => {
    if (!source?.mayDraw || !isOwnBusiness) return undefined;
    return async (next: readonly Mark[]) => {
      await store.write({
        kind: source.kind,
        record: id,
        job,
        sets: { ...(hasHash ? {} : { sha256 }), marks: next as unknown as Json },
      });
    };
  }, [source, isOwnBusiness, store, id, job, hasHash, sha256]);
  return { marks, save, isConflict: (values?.length ?? 0) > 1 };
}

/** The marks of photos that have any, by SHA-256. */
export function useMarkedPhotos(hashes: readonly string[]): ReadonlyMap<string, readonly Mark[]> {
  const source = useContext(PhotoMarks);
  const store = useStore();
  const { job } = useScreen();
  const key = hashes.join(" ");
  const found = useLive(async () => {
    const marked = new Map<string, readonly Mark[]>();
    if (!source || !key) return marked;
    for (const sha256 of key.split(" ")) {
      const record = await store.record(source.kind, source.recordOf(job, sha256));
      const marks = mergeMarks((record?.fields["marks"]?.values ?? []).map(({ value }) => value));
      if (marks.length > 0) marked.set(sha256, marks);
    }
    return marked;
  }, [source, store, job, key]);
  return useMemo(() => found ?? new Map<string, readonly Mark[]>(), [found]);
}
