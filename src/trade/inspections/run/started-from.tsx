import { useState } from "react";
import { Link } from "react-router";
import { type ShownRecord, useRecord } from "#ground/sync/public.tsx";
import { firstWritten, formatTaken, lastWritten } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { LISTS } from "../lists/frame.tsx";
import { listOf, OWN_LIST } from "../rules/lists.ts";

/** When and from which list a checklist was started, and whether that list has changed since. */
export function StartedFrom({ record, from }: { record: ShownRecord; from: string | null }) {
  const { zone, isOwnBusiness } = useScreen();
  const [now] = useState(Date.now);
  const list = useRecord(OWN_LIST, from ?? "");
  const started = firstWritten(record.fields);
  if (!started) return null;
  const changed = list && lastWritten(list.fields);
  return (
    <p className="field-hint">
      Started {formatTaken(started, zone, now)}
      {list && isOwnBusiness ? (
        <>
          {" "}
          from{" "}
          <Link className="text-link" to={`${LISTS}/${list.id}`}>
            {listOf(list.id, list.values).title}
          </Link>
        </>
      ) : null}
      .
      {changed && changed.at > started.at
        ? " The list has changed since; this checklist keeps its items."
        : ""}
    </p>
  );
}
