import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { type State, StateMark } from "./state-mark.tsx";

/** A row of the list: what it is called, when, and how far it is. */
export interface BesideRow {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  /** A line below the title. */
  readonly about?: string;
  readonly when?: { readonly iso: string; readonly words: string };
  readonly mark?: { readonly state: State; readonly words: string };
}

/** Scrolls the list, and nothing else, to the open row: opened by its address, it may be far down. */
function reveal(row: HTMLElement | null): void {
  const list = row?.closest("nav");
  if (!row || !list) return;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - list.clientHeight / 3;
}

interface BesideList {
  /** What the list is called; links to the list itself. */
  readonly title: string;
  readonly href: string;
  readonly rows: readonly BesideRow[];
  /** Id of the row that is open. */
  readonly here: string | undefined;
  /** Shown if the list has no rows. */
  readonly empty: string;
}

/**
 * A detail page with the list that it was opened from at its left. The list shows only on a wide desk; on
 * narrower screens the page leads back to it (`BackToList`).
 */
export function ListBeside({ children, ...list }: BesideList & { children: ReactNode }) {
  return (
    <Beside list={<CompactList {...list} />} here={list.here}>
      {children}
    </Beside>
  );
}

/** The same, with a list that loads itself (`CompactList`), or null. @param here id of what is open */
export function Beside({
  list,
  here,
  children,
}: {
  list: ReactNode;
  here: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={list ? "list-beside" : undefined}>
      {list}
      {/* What somebody typed about one lead must not stay in the form of the next. */}
      <div key={here}>{children}</div>
    </div>
  );
}

export function CompactList({ title, href, rows, here, empty }: BesideList) {
  return (
    <nav aria-label={`${title}: list`} data-no-print="">
      <p className="list-beside-title">
        <Link className="text-link" to={href}>
          {title}
        </Link>
      </p>
      {rows.length ? (
        <ul>
          {rows.map(({ id, href: to, title: name, about, when, mark }) => (
            <li key={id}>
              <Link
                to={to}
                aria-current={id === here ? "true" : undefined}
                ref={id === here ? reveal : undefined}
              >
                <b>{name}</b>
                {when ? <time dateTime={when.iso}>{when.words}</time> : null}
                {about ? <span className="list-beside-about">{about}</span> : null}
                {mark ? <StateMark state={mark.state}>{mark.words}</StateMark> : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4 py-3 text-pencil">{empty}</p>
      )}
    </nav>
  );
}

/**
 * The way back to the list that a page was opened from, in its order and narrowed as it was. A wide desk
 * shows the list itself instead.
 */
export function BackToList({ title, href }: { title: string; href: string }) {
  const list = useSearchParams()[0].get("list");
  return (
    <p className="list-beside-back" data-no-print="">
      <Link className="text-link inline-flex min-h-11 items-center" to={list ? `${href}?${list}` : href}>
        {title}
      </Link>
    </p>
  );
}
