import type { ShownRecord } from "#ground/sync/public.tsx";
import { Note } from "./note.tsx";
import { countShots, firstWritten, namesPhoto, shotsOf } from "#trade/fieldwork/public.ts";
import { serverEventSources, statusId } from "./server-events.tsx";
import { isStatus, STATUS_WORDS } from "../rules.ts";
import type { Entry, Source } from "./source.ts";
import { happenedAt } from "./happened-at.ts";

const firstValue = (record: ShownRecord, field: string) => record.fields[field]?.values[0];

export const jobSources: readonly Source[] = [
  {
    kind: "jobs.job",
    tool: "Job",
    entriesOf(record) {
      const status = firstValue(record, "status");
      const created = firstWritten(record.fields);
      const entries: Entry[] = [];
      if (created)
        entries.push({
          id: `${record.id} made`,
          at: created.at,
          author: created.author,
          title: "Job added",
          record,
        });
      if (status && created && status.by !== created.by && isStatus(status.value))
        entries.push({
          id: statusId(status.by),
          at: status.at,
          author: status.author,
          title: STATUS_WORDS[status.value],
          record,
        });
      return entries;
    },
  },
  {
    kind: "jobs.note",
    tool: "Notes",
    entriesOf(record) {
      const text = firstValue(record, "text");
      const content = typeof text?.value === "string" ? text.value : null;
      const shots = shotsOf(record.values);
      // A note shouldn't disappear with its removed photo.
      const created = Object.entries(record.fields)
        .flatMap(([name, { values }]) => (name === "text" || namesPhoto(name) ? values : []))
        .toSorted((a, b) => a.at - b.at)[0];
      if (!created) return [];
      const at = happenedAt(record.fields) ?? created.at;
      const title = shots.length > 0 ? countShots(shots) : content ? "Note" : "Photos removed";
      const body = <Note record={record} label={title} />;
      return [{ id: record.id, at, author: created.author, title, body, record }];
    },
  },
  ...serverEventSources,
];
