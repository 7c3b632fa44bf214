import { useEffect, useMemo, useRef, useState } from "react";
import { splitPages } from "#platform/pdf/svg-pages.ts";
import { Button } from "#ui/button.tsx";
import type { Fields } from "./edit-text.ts";
import type { Notes } from "./notes.ts";

/** Delay after the last keystroke, in milliseconds; rendering takes a fraction of a second. */
const REST_MS = 350;
const AGAIN_MS = 3000;

interface Drawn {
  readonly pages: readonly string[];
  readonly change: number;
}

const wordsIn = (form: HTMLFormElement): [name: string, value: string][] =>
  [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );

/** Print preview of the typed text by the real template; marked while outdated. */
export function PagesPreview({
  address,
  form,
  change,
  field,
  pageOf,
  title,
  onNotes,
}: {
  address: string;
  form: () => HTMLFormElement | null;
  change: number;
  /** The focused field; empty at first. */
  field: string;
  /** Estimates the page of a field from the form's text; 0 if none in particular. */
  pageOf: (field: string, pages: number, fields: Fields) => number;
  title: string;
  onNotes: (notes: Notes) => void;
}) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [page, setPage] = useState(1);
  const [trouble, setTrouble] = useState("");
  const [tries, setTries] = useState(0);
  const began = useRef(false);

  useEffect(() => {
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const draw = async () => {
      const own = form();
      if (!own) return;
      try {
        const body = new URLSearchParams(wordsIn(own));
        const answer = await fetch(address, { method: "POST", body, signal: stop.signal });
        if (stop.signal.aborted) return;
        const words = await answer.text();
        if (answer.ok && words.startsWith("{")) {
          // The first line is the notes, the rest the image.
          const end = words.indexOf("\n");
          onNotes(JSON.parse(words.slice(0, end)) as Notes);
          setDrawn({ pages: splitPages(words.slice(end + 1)), change });
          setTrouble("");
          return;
        }
        const wait = Number(answer.headers.get("Retry-After")) * 1000;
        setTrouble(
          answer.status === 429 || answer.status === 503
            ? "A lot of pages are loading. One moment."
            : "We can’t show the pages right now.",
        );
        again = setTimeout(() => setTries((before) => before + 1), wait || AGAIN_MS);
      } catch {
        if (stop.signal.aborted) return;
        setTrouble("You’re offline. The pages will refresh when you’re back online.");
        again = setTimeout(() => setTries((before) => before + 1), AGAIN_MS);
      }
    };
    const rest = began.current ? REST_MS : 0;
    began.current = true;
    const soon = setTimeout(() => void draw(), rest);
    return () => {
      // A newer change aborts the pending request.
      stop.abort();
      clearTimeout(soon);
      clearTimeout(again);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `form` reads the form that is there whenever it is called
  }, [address, change, tries, onNotes]);

  const pages = drawn?.pages.length ?? 1;
  const own = form();
  const at = field === "" || !own ? 0 : pageOf(field, pages, Object.fromEntries(wordsIn(own)));
  useEffect(() => {
    if (at > 0) setPage(at);
  }, [field, at]);

  const shown = Math.min(page, pages);
  const picture = drawn?.pages[shown - 1] ?? "";
  const source = useMemo(() => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, [picture]);
  const isOld = drawn !== undefined && drawn.change !== change;
  return (
    <section className="pages-preview" aria-label="Pages as they will be">
      {drawn ? (
        <>
          <div aria-busy={isOld}>
            <img
              src={source}
              width={612}
              height={792}
              alt={`Page ${shown} of ${pages} of ${title}`}
              data-change={drawn.change}
            />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              kind="plain"
              size="small"
              aria-disabled={shown <= 1}
              onClick={() => setPage(Math.max(1, shown - 1))}
            >
              Previous page
            </Button>
            <Button
              kind="plain"
              size="small"
              aria-disabled={shown >= pages}
              onClick={() => setPage(Math.min(pages, shown + 1))}
            >
              Next page
            </Button>
            <span>{`${shown} of ${pages}`}</span>
          </div>
        </>
      ) : null}
      <p className="text-sm text-pencil" role="status">
        {trouble ||
          (drawn === undefined
            ? "Loading pages..."
            : isOld
              ? "Updating..."
              : "Preview of what you typed. Not saved yet.")}
      </p>
      <noscript>
        <p className="text-sm">The saved pages:</p>
        <img src={address} alt={`All pages of ${title}, as saved`} loading="lazy" />
      </noscript>
    </section>
  );
}
