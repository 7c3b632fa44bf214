import { type ReactNode, useState } from "react";
import { type Json, originalHere, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useObjectUrl, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { photoId } from "../rules/ids.ts";
import { PHOTO } from "../rules/photo.ts";
import { useShotList } from "../shots/use-shots.ts";
import type { Saved } from "./use-capture.ts";

type Sets = Readonly<Record<string, Json>>;

/** What the camera is opened for. */
export interface Guide {
  /** Over the live picture. */
  readonly over: ReactNode;
  /** What the next photo gets besides its tags. */
  readonly sets: Sets;
  /** Called at the shutter. */
  readonly taken: () => void;
  /** Called once a photo is saved. */
  readonly saved: (photo: Saved, sets: Sets) => Promise<void>;
}

const NOTHING = async () => undefined;

/** The shots of a list that are still missing, one after the other. @param list null without one */
export function useListGuide(list: string | null, first: number): Guide {
  const found = useShotList(list);
  const [at, setAt] = useState(first);
  // Taken a moment ago, so their records may not be read yet.
  const [taken, setTaken] = useState<readonly number[]>([]);
  if (list === null || !found) return { over: null, sets: {}, taken: () => undefined, saved: NOTHING };
  const { shots } = found.list;
  const left = found.missing.filter((shot) => !taken.includes(shot));
  const nextOf = (shot: number, among: readonly number[]) =>
    among.find((one) => one > shot) ?? among.find((one) => one !== shot) ?? null;
  const next = nextOf(at, left);
  const wanted = shots[at];
  return {
    over: (
      <div className="camera-wanted">
        <p>
          <span data-figures="">
            {at + 1} of {shots.length}:
          </span>{" "}
          {wanted}
        </p>
        <p role="status">{left.length === 0 ? "All shots are taken." : `${left.length} missing`}</p>
        {next === null ? null : (
          <Button type="button" kind="plain" size="small" onClick={() => setAt(next)}>
            Next shot
          </Button>
        )}
      </div>
    ),
    sets: { shot: { list, shot: at } },
    taken: () => {
      const after = left.filter((shot) => shot !== at);
      setTaken([...taken, at]);
      setAt(nextOf(at, after) ?? at);
    },
    saved: NOTHING,
  };
}

const HALF = 50;

/** An earlier photo over the live picture, until the edges meet. @param earlier its SHA-256 */
export function useGhostGuide(earlier: string | null): Guide {
  const store = useStore();
  const { job } = useScreen();
  const [percent, setPercent] = useState(HALF);
  const found = useLive(async () => {
    if (earlier === null) return null;
    const here = await originalHere(store, earlier);
    const original = here && here.state !== "held" ? await store.original(earlier) : undefined;
    // A thumbnail is too small to line up with, where the server has a larger picture.
    return { local: original ?? (here?.isThumb && navigator.onLine ? undefined : here?.preview) };
  }, [store, earlier]);
  const address = useObjectUrl(found?.local);
  if (earlier === null) return { over: null, sets: {}, taken: () => undefined, saved: NOTHING };
  const source = address ?? (found && !found.local ? `/account/media/${earlier}/screen` : undefined);
  return {
    over: (
      <>
        {source ? (
          <img className="camera-ghost" src={source} alt="" style={{ opacity: percent / 100 }} />
        ) : null}
        <label className="camera-ghost-slider">
          <span>Earlier photo</span>
          <input
            type="range"
            min={0}
            max={100}
            value={percent}
            onChange={({ target }) => setPercent(target.valueAsNumber)}
          />
        </label>
      </>
    ),
    sets: { pair: earlier },
    taken: () => undefined,
    // The earlier one may be of another tool, so its record may begin here.
    saved: async ({ sha256 }) => {
      const record = photoId(job, earlier);
      const known = (await store.record(PHOTO, record))?.values["sha256"];
      await store.write({
        ...{ kind: PHOTO, record, job },
        sets: { ...(known ? {} : { sha256: earlier }), pair: sha256 },
      });
    },
  };
}
