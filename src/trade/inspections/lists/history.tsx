import { useMemo, useState } from "react";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { formatTaken, nameOf, type Person } from "#trade/fieldwork/public.ts";
import type { Announcer } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { restoreSets, undoOf } from "../rules/edit-list.ts";
import { inPortions, refuseList } from "../rules/lists.ts";
import { RESTORED, type Version, versionsOf } from "../rules/versions.ts";

/** The versions of a list, latest first: who changed what and when; owners and managers restore one. */
export function ListHistory({
  record,
  people,
  zone,
  tell,
  isManager,
}: {
  record: ShownRecord;
  people: readonly Person[];
  zone: string;
  tell: Announcer;
  isManager: boolean;
}) {
  const store = useStore();
  const { fields } = record;
  const [now] = useState(Date.now);
  const versions = useMemo(() => versionsOf(fields), [fields]);
  const when = (at: number) => formatTaken({ at }, zone, now);
  const write = async (sets: Readonly<Record<string, Json>>) => {
    const target = { kind: record.kind, record: record.id, job: null };
    const [first = {}, ...others] = inPortions(sets);
    await store.writeAll([{ ...target, sets: first }, ...others.map((some) => ({ ...target, sets: some }))]);
  };
  const restore = async ({ at, values }: Version) => {
    const sets = { [RESTORED]: at, ...restoreSets(record.values, values!) };
    // Undoing it restores the latest version. In the other order, so that the list is never empty in between.
    const undo = {
      ...Object.fromEntries(Object.entries(undoOf(record.values, sets)).toReversed()),
      [RESTORED]: versions[0]!.at,
    };
    try {
      const why = refuseList({ ...record.values, ...sets });
      if (why !== null) throw new Error(why);
      await write(sets);
      tell.done(`The version of ${when(at)} is back.`, () => write(undo));
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <details className="changes mt-8">
      <summary>{versions.length === 1 ? "1 version" : `${versions.length} versions`} of this list</summary>
      <ol className="list-versions" reversed>
        {versions.map((version, place) => (
          <li key={`${version.at} ${version.author ?? ""}`}>
            <b>{when(version.at)}</b> by {nameOf(version.author, people, store.who.user)}
            <ul>
              {version.restored === null ? null : <li>Restored the version of {when(version.restored)}.</li>}
              {version.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            {place === 0 || !isManager ? null : version.values === null ? (
              <p className="field-hint">
                This version can’t be restored: some of its items have changed too often since.
              </p>
            ) : (
              <Button type="button" kind="plain" size="small" onClick={() => void restore(version)}>
                Restore this version<span className="sr-only">: {when(version.at)}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
