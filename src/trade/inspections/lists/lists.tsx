import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { EntryMarks, useAnnouncer } from "#trade/fieldwork/public.tsx";
import { formatTaken, lastWritten, nameOf } from "#trade/fieldwork/public.ts";
import type { ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { listOf, type ListToStart, OWN_LIST } from "../rules/lists.ts";
import { saveNewList } from "../start/start-run.ts";
import { countItems, LISTS, ListsFrame, mayChange } from "./frame.tsx";
import { NewList } from "./new-list.tsx";

const itemsIn = ({ sections }: ListToStart): number =>
  Object.values(sections).reduce((sum, { items }) => sum + items.length, 0);

/** The checklists that the business wrote. */
export function ListsScreen({ me }: { me: ToolUser }) {
  const records = useRecords(OWN_LIST, null);
  const store = useStore();
  const navigate = useNavigate();
  const { tell, line } = useAnnouncer();
  const [now] = useState(Date.now);
  const [isNew, setNew] = useState(false);
  if (!records) return null;
  const isManager = mayChange(me);
  const lists = records
    .map((record) => ({ record, list: listOf(record.id, record.values), last: lastWritten(record.fields) }))
    .toSorted((one, other) => one.list.title.localeCompare(other.list.title));
  const setRemoved = (record: string, removed: boolean) =>
    store.write({ kind: OWN_LIST, record, job: null, sets: { removed } });
  const remove = async ({ key, title }: ListToStart) => {
    try {
      await setRemoved(key, true);
      tell.done(`${title} removed. Started checklists keep their items.`, () => setRemoved(key, false));
    } catch (error) {
      tell.failed(error);
    }
  };
  const create = async (list: Pick<ListToStart, "title" | "trade" | "sections">) => {
    try {
      await navigate(`${LISTS}/${await saveNewList(store, list)}`);
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <ListsFrame title="Your lists" back={["/account/jobs", "Jobs"]} line={line}>
      <p className="mb-4 max-w-measure">
        {lists.length > 0
          ? "Every job can start these. A checklist that was started keeps its items when you change the list."
          : "Write a list once and start it on every job: paste it from a spreadsheet, or change one of ours."}
        {isManager ? "" : " Owners and managers change them."}
      </p>
      {isManager ? (
        isNew ? (
          <NewList create={create} cancel={() => setNew(false)} />
        ) : (
          <p className="mb-6">
            <Button type="button" kind="signal" onClick={() => setNew(true)}>
              New list
            </Button>
          </p>
        )
      ) : null}
      <ul className="checklist-runs" aria-label="Your lists">
        {lists.map(({ record, list, last }) => (
          <li key={record.id}>
            <Link to={`${LISTS}/${record.id}`}>
              <b>{list.title}</b>
              <span>
                {[
                  countItems(itemsIn(list)),
                  list.trade,
                  last &&
                    `changed by ${nameOf(last.author, me.people, store.who.user)}, ${formatTaken(last, me.zone ?? "UTC", now)}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </Link>
            {isManager ? (
              <span className="flex">
                <Button
                  type="button"
                  kind="quiet"
                  size="small"
                  onClick={() => void create({ ...list, title: `${list.title} (copy)` })}
                >
                  Duplicate<span className="sr-only">: {list.title}</span>
                </Button>
                <Button type="button" kind="quiet" size="small" onClick={() => void remove(list)}>
                  Remove<span className="sr-only">: {list.title}</span>
                </Button>
              </span>
            ) : null}
            <EntryMarks record={record} />
          </li>
        ))}
      </ul>
    </ListsFrame>
  );
}
