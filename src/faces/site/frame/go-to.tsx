import { useEffect, useId, useRef, useState } from "react";
import { foldedWords, folded } from "#platform/names/folded.ts";
import { PLACES } from "./account-menu.tsx";

/** How long typing must pause before people and jobs are searched, in milliseconds. */
const PAUSE_MS = 150;
const MOST_PLACES = 8;

interface Item {
  readonly kind: string;
  readonly name: string;
  readonly to: string;
  readonly about: string;
}

/** Items with every word; those whose names begin with one come first. */
function matching(items: readonly Item[], words: readonly string[]): Item[] {
  const begins = ({ name }: Item) =>
    folded(name)
      .split(/\s+/)
      .some((one) => one.startsWith(words[0] ?? ""));
  return items
    .filter(({ kind, name, about }) => {
      const text = folded(`${name} ${about} ${kind}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
}

async function fetchItems(query: string, signal: AbortSignal): Promise<Item[]> {
  try {
    const answer = await fetch(`/account/find?q=${encodeURIComponent(query)}`, { signal });
    return answer.ok && !answer.redirected ? ((await answer.json()) as Item[]) : [];
  } catch {
    // Offline, or typed on: the pages of the account are still offered.
    return [];
  }
}

/** A dialog that goes to any page, person, job, follow-up, or record of a tool by its words. */
export default function GoTo({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [more, setMore] = useState<readonly Item[]>([]);
  const [found, setFound] = useState<readonly Item[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    dialog.current?.showModal();
    const opened = new AbortController();
    void fetchItems("", opened.signal).then(setMore);
    return () => opened.abort();
  }, []);
  useEffect(() => {
    const words = typed.trim();
    if (!words) return undefined;
    const search = new AbortController();
    const timer = setTimeout(
      () =>
        void fetchItems(words, search.signal).then((items) => {
          if (!search.signal.aborted) setFound(items);
        }),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [typed]);

  const words = foldedWords(typed);
  const items = words.length
    ? [...matching([...PLACES, ...more], words).slice(0, MOST_PLACES), ...found]
    : PLACES;
  const chosen = items[Math.min(at, items.length - 1)];
  const move = (to: number) => {
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(Math.min(at + 1, items.length - 1)),
    ArrowUp: () => move(Math.max(at - 1, 0)),
    Enter: () => chosen && location.assign(chosen.to),
  };
  return (
    <dialog ref={dialog} className="keys go-to" aria-label="Go to" onClose={onClose}>
      <input
        // In a search field, Escape would clear it and leave the dialog open.
        type="text"
        className="input"
        role="combobox"
        aria-label="Go to a page, person, job, or record"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? `${id}-${items.indexOf(chosen)}` : undefined}
        placeholder="Page, person, job, photo, estimate …"
        maxLength={100}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
          if (!target.value.trim()) setFound([]);
        }}
        onKeyDown={(event) => {
          const press = event.nativeEvent.isComposing ? undefined : keys[event.key];
          if (!press) return;
          event.preventDefault();
          press();
        }}
      />
      <p className="sr-only" role="status">
        {words.length ? `${items.length} found` : ""}
      </p>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Found" className="go-to-list">
        {items.map((item, place) => (
          <a
            key={`${item.kind} ${item.to}`}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={item === chosen}
            href={item.to}
          >
            <b>{item.name}</b>
            <span>{[item.kind, item.about].filter(Boolean).join(", ")}</span>
          </a>
        ))}
      </div>
      {words.length && !items.length ? <p className="mt-3">No matches.</p> : null}
    </dialog>
  );
}
