import { type ReactNode, useMemo, useState } from "react";
import { useParams } from "react-router";
import { type Json, type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import { type Announcer, Conflicts, EntryMarks, useAnnouncer } from "#trade/fieldwork/public.tsx";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { LONGEST, picturesOf, sectionsOf } from "../rules/items.ts";
import { listOf, OWN_LIST } from "../rules/lists.ts";
import { toCsvFile, toJsonFile } from "../rules/share.ts";
import { ListEditor } from "./editor.tsx";
import { countItems, LISTS, ListsFrame, mayChange } from "./frame.tsx";
import { ListHistory } from "./history.tsx";
import { ListPreview } from "./preview.tsx";

/** A list of the business: its items beside how a phone shows them. */
export function ListScreen({ me }: { me: ToolUser }) {
  const record = useRecord(OWN_LIST, useParams()["listId"]!);
  const { tell, line } = useAnnouncer();
  if (record === undefined) return null;
  const back = [LISTS, "Your lists"] as const;
  if (record === null || record.isRemoved)
    return (
      <ListsFrame title="Checklist" back={back} line={line}>
        <p>This list isn’t on this device. It may have been removed.</p>
      </ListsFrame>
    );
  return <OneList key={record.id} record={record} me={me} tell={tell} line={line} back={back} />;
}

const isWide = (): boolean => matchMedia("(min-width: 64rem)").matches;

function OneList({
  record,
  me,
  tell,
  line,
  back,
}: {
  record: ShownRecord;
  me: ToolUser;
  tell: Announcer;
  line: ReactNode;
  back: readonly [string, string];
}) {
  const { values } = record;
  const { title, trade } = useMemo(() => listOf(record.id, values), [record.id, values]);
  const sections = useMemo(() => sectionsOf(values), [values]);
  const [isNaming, setNaming] = useState(false);
  const [isPreview, setPreview] = useState(isWide);
  const isManager = mayChange(me);
  const zone = me.zone ?? "UTC";
  const items = sections.reduce((sum, section) => sum + section.items.length, 0);
  const hasPictures = picturesOf(sections).length > 0;
  const titled = sections.filter((section) => section.title).length;
  const about = [
    countItems(items),
    titled > 0 ? (titled === 1 ? "1 section" : `${titled} sections`) : null,
    trade,
  ];
  return (
    <ListsFrame title={title} back={back} line={line}>
      <p className="text-pencil">{about.filter(Boolean).join(", ")}</p>
      <EntryMarks record={record} />
      {isNaming ? (
        <NameForm record={record} title={title} trade={trade} tell={tell} done={() => setNaming(false)} />
      ) : (
        <div className="list-acts">
          {isManager ? (
            <Button type="button" kind="plain" size="small" onClick={() => setNaming(true)}>
              Rename
            </Button>
          ) : null}
          <Button
            type="button"
            kind="plain"
            size="small"
            aria-pressed={isPreview}
            onClick={() => setPreview(!isPreview)}
          >
            Preview
          </Button>
          <Button
            type="button"
            kind="plain"
            size="small"
            onClick={() =>
              download(`${title}.json`, "application/json", toJsonFile(listOf(record.id, values)))
            }
          >
            Save as a file to share
          </Button>
          <Button
            type="button"
            kind="plain"
            size="small"
            onClick={() =>
              download(`${title}.csv`, "text/csv", `\uFEFF${toCsvFile(listOf(record.id, values))}`)
            }
          >
            Download CSV
          </Button>
        </div>
      )}
      {hasPictures ? (
        <p className="field-hint">A file or a CSV of this list doesn’t contain its pictures.</p>
      ) : null}
      {isManager ? <Conflicts record={record} people={me.people} zone={zone} /> : null}
      <div className="list-editor" data-preview={isPreview}>
        <div>
          <ListEditor record={record} people={me.people} tell={tell} isManager={isManager} />
          <ListHistory {...{ record, zone, tell, isManager }} people={me.people} />
        </div>
        {isPreview ? <ListPreview title={title} sections={sections} /> : null}
      </div>
    </ListsFrame>
  );
}

function NameForm({
  record,
  title,
  trade,
  tell,
  done,
}: {
  record: ShownRecord;
  title: string;
  trade: string | null;
  tell: Announcer;
  done: () => void;
}) {
  const store = useStore();
  const [fields] = useState(record.fields);
  const save = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const typed = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const now = { title: typed("title"), trade: typed("trade") || null };
    const sets: Record<string, Json> = {
      ...(now.title && now.title !== title ? { title: now.title } : {}),
      ...(now.trade === trade ? {} : { trade: now.trade }),
    };
    try {
      if (Object.keys(sets).length > 0)
        await store.write({ kind: record.kind, record: record.id, job: null, sets, saw: fields });
      done();
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <form
      className="list-item-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <Field name="title" label="Name of the list" required maxLength={LONGEST.title} defaultValue={title} />
      <Field name="trade" label="Trade" maxLength={LONGEST.word} defaultValue={trade ?? ""} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        <Button type="button" kind="quiet" onClick={done}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
