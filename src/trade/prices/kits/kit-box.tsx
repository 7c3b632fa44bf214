import { useState } from "react";
import { newLocalId, useStore } from "#ground/sync/public.tsx";
import { useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { keyOf, type Kit, KIT, type KitLine, LONGEST, MOST_KIT_LINES } from "../rules.ts";
import { useBook, useBookChanges, useKits } from "../use-book.ts";
import { announced } from "../book/frame.tsx";
import { KitRow } from "./kits.tsx";
import { pricedLines } from "./priced.ts";

/** Lines that can be saved as a kit, with the name it gets. */
interface KitSource {
  readonly name: string;
  readonly lines: readonly KitLine[];
}

interface Props {
  /** Writes lines and returns how to undo that. */
  readonly add: (lines: readonly KitLine[]) => Promise<() => Promise<unknown>>;
  /** All lines, and those of each section. */
  readonly sources: readonly KitSource[];
}

/** Kits on a screen where lines are written: add one, or save lines as one, with one tap each. */
export function KitBox({ add, sources }: Props) {
  const { isManager } = useLabels();
  const kits = useKits();
  const [isOpen, setOpen] = useState(false);
  const shown = isManager ? sources.filter(({ lines }) => lines.length > 0) : [];
  if (!kits || kits.length + shown.length === 0) return null;
  return (
    <details className="estimate-more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Kits</summary>
      {isOpen ? <OpenKits add={add} sources={shown} kits={kits} /> : null}
    </details>
  );
}

// A book of thousands of items is only read where it is needed.
function OpenKits({ add, sources, kits }: Props & { readonly kits: readonly Kit[] }) {
  const store = useStore();
  const { zone, tell } = useScreen();
  const book = useBook(zone);
  const { markUsed } = useBookChanges();
  if (!book) return null;
  const place = (kit: Kit) => {
    const lines = pricedLines(book, kit);
    void announced(tell, `${kit.name} added: ${countLines(lines.length)}.`, async () => {
      const undo = await add(lines);
      await markUsed(
        book,
        lines.flatMap(({ text }) => book.find(text) ?? []),
      );
      return undo;
    });
  };
  const save = ({ name, lines }: KitSource) => {
    const short = name.slice(0, LONGEST.kit).trim();
    // A kit of the same name is the one that is meant: it gets these lines.
    const before = kits.find((kit) => keyOf(kit.name) === keyOf(short));
    const head = { kind: KIT, record: before?.id ?? newLocalId(), job: null };
    void announced(
      tell,
      `Saved as the kit “${short}”${before ? ", in place of the old one" : ""}.`,
      async () => {
        if (lines.length > MOST_KIT_LINES)
          throw new Error(`A kit has ${MOST_KIT_LINES} lines at most. Save a section.`);
        await store.write({ ...head, sets: { name: short, lines: lines.map((line) => ({ ...line })) } });
        return () =>
          store.write({
            ...head,
            sets: before
              ? { name: before.name, lines: before.lines.map((line) => ({ ...line })) }
              : { removed: true },
          });
      },
    );
  };
  return (
    <>
      <ul className="estimate-lines" aria-label="Add a kit">
        {kits.map((kit) => (
          <li key={kit.id}>
            <button type="button" className="estimate-line" onClick={() => place(kit)}>
              <KitRow book={book} kit={kit} />
            </button>
          </li>
        ))}
      </ul>
      {sources.length > 0 ? (
        <p className="field-save-buttons mt-4">
          {sources.map((source, at) => (
            <Button key={source.name} type="button" kind="plain" size="small" onClick={() => save(source)}>
              {at === 0 ? "Save all lines as a kit" : `Save “${source.name}” as a kit`}
            </Button>
          ))}
        </p>
      ) : null}
    </>
  );
}

const countLines = (count: number): string => (count === 1 ? "1 line" : `${count} lines`);
