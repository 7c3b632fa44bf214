import type { ShownRecord } from "#ground/sync/public.tsx";
import { Photos } from "../photos/photo-grid.tsx";
import { Shutter } from "../photos/shutter.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import type { OpenEntry } from "./use-entry.ts";

/** The photos of an open form, and the buttons to add more. They are saved with the form. */
export function EntryPhotos({ entry: { target, draft, roll, shots, sets } }: { entry: OpenEntry }) {
  const { job } = useScreen();
  const record: ShownRecord = {
    ...{ kind: target.kind, id: draft.record, job, revision: 0, values: sets, fields: {} },
    ...{ conflicts: [], waiting: 0, refused: [], isRemoved: false },
  };
  return (
    <>
      <Shutter roll={roll} here="This entry" isBeside />
      {shots.length > 0 ? <Photos shots={shots} note={record} label="Photos of this entry" stay /> : null}
    </>
  );
}
