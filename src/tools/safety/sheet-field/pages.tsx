import { useEffect, useRef, useState } from "react";
import { type OpenPdf, openPdf, type PageSize, UnreadablePdf } from "#platform/pdf-pages/open-pdf.ts";
import { Field } from "#ui/field.tsx";

/** Pages are drawn while they are so near to what is seen. */
const AHEAD = "800px 0px";
/** Sharp on a phone, and few enough pixels for its memory. */
const MOST_WIDTH = 1600;
/** Pages that nobody wants to scroll through. */
const LONG = 20;

/** The pages of a PDF below each other, each drawn when it is near. Works without a signal. */
export function SheetPages({ pdf, failed }: { pdf: Blob; failed: (error: unknown) => void }) {
  const [open, setOpen] = useState<{ readonly pages: OpenPdf; readonly size: PageSize }>();
  const fail = useRef(failed);
  useEffect(() => {
    fail.current = failed;
  });
  useEffect(() => {
    let isCurrent = true;
    const opening = openPdf(pdf);
    opening
      .then(async (pages) => {
        const size = await pages.size(1);
        if (isCurrent) setOpen({ pages, size });
      })
      .catch((error: unknown) => {
        if (!isCurrent) return;
        const why =
          error instanceof UnreadablePdf
            ? "This PDF can’t be drawn here. Open the PDF with a signal."
            : "What opens PDFs isn’t on this device yet. Open a sheet once with a signal.";
        fail.current(new Error(why, { cause: error }));
      });
    return () => {
      isCurrent = false;
      void opening.then((pages) => pages.close()).catch(() => undefined);
    };
  }, [pdf]);
  const list = useRef<HTMLOListElement>(null);
  if (!open) return <p role="status">Opening…</p>;
  const { count } = open.pages;
  const goTo = (typed: string) => {
    const number = Number(typed);
    if (Number.isInteger(number)) list.current?.children[number - 1]?.scrollIntoView({ block: "start" });
  };
  return (
    <>
      {count > LONG ? (
        <div className="sheet-jump">
          <Field
            name="page"
            type="number"
            inputMode="numeric"
            label={`Go to page, of ${count}`}
            unmarked
            min={1}
            max={count}
            onChange={({ target }) => goTo(target.value)}
          />
        </div>
      ) : null}
      <ol ref={list} className="sheet-pages" aria-label="Pages">
        {Array.from({ length: count }, (_, at) => (
          <Page key={at} pages={open.pages} number={at + 1} first={open.size} />
        ))}
      </ol>
    </>
  );
}

function Page({ pages, number, first }: { pages: OpenPdf; number: number; first: PageSize }) {
  const frame = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  const [text, setText] = useState("");
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      rootMargin: AHEAD,
    });
    watcher.observe(frame.current!);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return;
    const place = frame.current!.querySelector("div")!;
    let isCurrent = true;
    let drawn: HTMLCanvasElement | undefined;
    const width = Math.min(MOST_WIDTH, place.clientWidth * Math.max(1, devicePixelRatio));
    void Promise.all([pages.draw(number, (size) => width / size.width), pages.text(number).catch(() => "")])
      .then(([canvas, words]) => {
        if (!isCurrent) return;
        drawn = canvas;
        canvas.setAttribute("aria-hidden", "true");
        place.replaceChildren(canvas);
        setText(words);
      })
      // A page that can't be drawn stays blank; the others show.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
      place.replaceChildren();
      // Safari frees a canvas only once it is empty.
      if (drawn) [drawn.width, drawn.height] = [0, 0];
    };
  }, [isNear, pages, number]);
  return (
    <li ref={frame}>
      <div style={{ aspectRatio: `${first.width} / ${first.height}` }} />
      <p className="sr-only">{text}</p>
      <p className="sheet-page-number" data-figures="">
        {number} of {pages.count}
      </p>
    </li>
  );
}
