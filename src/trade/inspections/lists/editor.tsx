import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { type Fields, readText } from "#ground/sync/public.ts";
import { savePreview, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import type { Person } from "#trade/fieldwork/public.ts";
import { type Announcer, ChangedMeanwhile } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { dragList } from "#ui/drag-list.ts";
import {
  lastPlace,
  listRowsOf,
  type ListSets,
  moveItem,
  moveSection,
  placeBehind,
  removeSection,
  setItem,
  setSection,
  undoOf,
  withPicture,
} from "../rules/edit-list.ts";
import {
  itemField,
  type PlacedItem,
  placedSectionsOf,
  type PlacedSection,
  readItem,
  type StoredItem,
} from "../rules/items.ts";
import { refuseList } from "../rules/lists.ts";
import { newItemId } from "../start/start-run.ts";
import { ItemForm } from "./item-form.tsx";
import { AddSection, ItemRow, SectionRow } from "./rows.tsx";
import { SectionForm } from "./section-form.tsx";

/** What is open: an item, a section, or a new item of a section, with the fields as they were then. */
type Open = { readonly id: string; readonly fields: Fields } | null;

/** The sections and items of a list: each a row that opens a form, moved by hand, keys and buttons. */
export function ListEditor({
  record,
  people,
  tell,
  isManager,
}: {
  record: ShownRecord;
  people: readonly Person[];
  tell: Announcer;
  isManager: boolean;
}) {
  const store = useStore();
  const { values } = record;
  const sections = useMemo(() => placedSectionsOf(values), [values]);
  const rows = useMemo(() => listRowsOf(sections), [sections]);
  const items = useMemo(
    () => sections.flatMap((section) => section.items.flatMap(({ stored }) => readItem(stored) ?? [])),
    [sections],
  );
  const [open, setOpen] = useState<Open>(null);
  const [added, setAdded] = useState(0);

  const write = async (sets: ListSets, saw?: Fields, picture?: Blob) => {
    const target = { kind: record.kind, record: record.id, job: null, ...(saw ? { saw } : {}) };
    if (!picture) return await store.write({ ...target, sets });
    const written = await store.write({ ...target, sets: ([sha256]) => withPicture(sets, sha256!) }, [
      picture,
    ]);
    await savePreview(store, written.media[0]!, picture);
    return written;
  };
  /**
   * Says what was done if `words` are given, with its undo.
   * @param picture of the item that is set
   * @returns whether it was saved
   */
  const save = async (sets: ListSets, words?: string, saw?: Fields, picture?: Blob): Promise<boolean> => {
    if (Object.keys(sets).length === 0) return false;
    const undo = undoOf(values, sets);
    try {
      const why = refuseList({ ...values, ...sets });
      if (why !== null) throw new Error(why);
      await write(sets, saw, picture);
      if (words) tell.done(words, () => write(undo));
      else tell.clear();
      return true;
    } catch (error) {
      tell.failed(error);
      return false;
    }
  };
  const close = () => setOpen(null);
  const show = (id: string) => setOpen({ id, fields: record.fields });

  const move = (from: number, to: number) => {
    const moved = rows[from]?.item;
    if (moved) void save(moveItem(rows, from, to), `“${textOf(moved.stored)}” moved.`);
  };
  const latest = useRef({ move, show });
  useEffect(() => {
    latest.current = { move, show };
  });
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      list.current && isManager
        ? dragList(list.current, ({ from, to }) => latest.current.move(from, to))
        : undefined,
    [isManager],
  );
  const [actions] = useState(() => ({
    show: (id: string) => latest.current.show(id),
    moveByKeys: (event: KeyboardEvent, at: number) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      latest.current.move(at, at + (event.key === "ArrowUp" ? -1 : 1));
    },
  }));

  const addItem = (section: PlacedSection) => async (stored: StoredItem, picture?: Blob) => {
    const sets = setItem({ stored, section: section.id, at: lastPlace(section.items) });
    // Leaves the form open for the next one.
    if (await save(sets, undefined, undefined, picture)) setAdded(added + 1);
  };
  const changeItem = (item: PlacedItem) => async (stored: StoredItem, picture?: Blob) => {
    if (await save(setItem({ ...item, stored }), undefined, open?.fields, picture)) close();
  };
  const duplicate = async (section: PlacedSection, item: PlacedItem) => {
    const stored = { ...item.stored, id: newItemId() };
    const at = placeBehind(section.items, item);
    if (await save(setItem({ stored, section: section.id, at }), `“${textOf(stored)}” duplicated.`))
      show(stored.id);
  };
  const removeItem = async ({ stored }: PlacedItem) => {
    if (await save({ [itemField(stored.id)]: null }, `“${textOf(stored)}” deleted.`)) close();
  };
  const dropSection = async (section: PlacedSection) => {
    if (await save(removeSection(section), `${titleOf(section)} deleted.`)) close();
  };
  const sectionAt = (section: PlacedSection) => sections.indexOf(section);
  const shift = (section: PlacedSection, by: number) =>
    save(
      moveSection(values, sections, sectionAt(section), sectionAt(section) + by),
      `${titleOf(section)} moved.`,
    );
  const changeSection = async (section: PlacedSection) => {
    if (await save(setSection(values, section), undefined, open?.fields)) close();
  };
  const addSection = async (title: string) => {
    const at = lastPlace(sections);
    const id = newItemId();
    if (!(await save(setSection(values, { id, at, title, repeats: false, items: [] })))) return false;
    show(`new ${id}`);
    return true;
  };
  /** What others did to the open row meanwhile. */
  const meanwhile = (field: string) => {
    const fields = Object.fromEntries(Object.entries(record.fields).filter(([name]) => name === field));
    return open ? (
      <ChangedMeanwhile record={{ ...record, fields }} base={open.fields} people={people} />
    ) : null;
  };

  return (
    <>
      <ul className="list-rows" ref={list} aria-label="Items of the list">
        {rows.map((row, at) => {
          const { section, item } = row;
          if (!item)
            return (
              <li key={`section ${section.id}`} data-item="" data-first={at === 0 ? "" : undefined}>
                {open?.id === section.id ? (
                  <SectionForm section={section} save={changeSection} cancel={close}>
                    <Button type="button" kind="quiet" onClick={() => void dropSection(section)}>
                      Delete section
                    </Button>
                    <Button
                      type="button"
                      kind="quiet"
                      disabled={sectionAt(section) === 0}
                      onClick={() => void shift(section, -1)}
                    >
                      Move up
                    </Button>
                    <Button
                      type="button"
                      kind="quiet"
                      disabled={sectionAt(section) === sections.length - 1}
                      onClick={() => void shift(section, 1)}
                    >
                      Move down
                    </Button>
                  </SectionForm>
                ) : (
                  <SectionRow section={section} isManager={isManager} show={actions.show}>
                    {isManager ? (
                      <Button
                        type="button"
                        kind="quiet"
                        size="small"
                        onClick={() => show(`new ${section.id}`)}
                      >
                        Add an item<span className="sr-only"> to {titleOf(section)}</span>
                      </Button>
                    ) : null}
                  </SectionRow>
                )}
                {section.items.length === 0 ? newItemForm(section) : null}
              </li>
            );
          const isLast = section.items.at(-1) === item;
          const read = readItem(item.stored);
          return (
            <li key={item.stored.id} data-item="">
              {open?.id === item.stored.id && read ? (
                <>
                  {meanwhile(itemField(item.stored.id))}
                  <ItemForm
                    item={read}
                    others={items.slice(
                      0,
                      items.findIndex(({ id }) => id === read.id),
                    )}
                    save={changeItem(item)}
                    cancel={close}
                  >
                    <Button type="button" kind="quiet" onClick={() => void duplicate(section, item)}>
                      Duplicate
                    </Button>
                    <Button type="button" kind="quiet" onClick={() => void removeItem(item)}>
                      Delete
                    </Button>
                    <Button type="button" kind="quiet" disabled={at === 1} onClick={() => move(at, at - 1)}>
                      Move up
                    </Button>
                    <Button
                      type="button"
                      kind="quiet"
                      disabled={at === rows.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      Move down
                    </Button>
                  </ItemForm>
                </>
              ) : (
                <ItemRow item={item} at={at} isManager={isManager} {...actions} />
              )}
              {isLast ? newItemForm(section) : null}
            </li>
          );
        })}
      </ul>
      {isManager ? <AddSection add={addSection} /> : null}
    </>
  );

  function newItemForm(section: PlacedSection) {
    if (open?.id !== `new ${section.id}`) return null;
    const last = section.items.at(-1)?.stored["kind"];
    const isUsual = typeof last === "string" && !["note", "read", "signature"].includes(last);
    const kind = isUsual ? last : "check";
    const item = { ...readItem({ id: newItemId(), text: "New", kind })!, text: "" };
    return <ItemForm key={added} item={item} others={items} save={addItem(section)} cancel={close} />;
  }
}

const textOf = (stored: StoredItem): string => readText(stored["text"]);
const titleOf = ({ title }: PlacedSection): string => (title ? `“${title}”` : "The section");
