import { useState } from "react";
import { Conflicts, useAnnouncer, useLabels, useOnline } from "#trade/fieldwork/public.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { categoriesOf, findItems, formatMarkup, type Item } from "../rules.ts";
import { type Book, useBook, useBookChanges } from "../use-book.ts";
import { announced, mayChange, PRICES, PricesFrame, type PricesUser } from "./frame.tsx";
import { ItemForm } from "./item-form.tsx";

/** Rows shown at first, and with each press for more. */
const ROWS = 100;

/** What the business charges: every item, on every device. */
export default function Prices({ me }: { me: PricesUser }) {
  const book = useBook(me.zone);
  const { tell, line } = useAnnouncer();
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState<string | null>(null);
  const [open, setOpen] = useState<string>();
  const [rows, setRows] = useState(ROWS);
  const { remove } = useBookChanges();
  const isOnline = useOnline();
  if (!book) return null;
  const found = findItems(book.items, search, category);
  const isManager = mayChange(me);
  const drop = (item: Item) => {
    setOpen(undefined);
    void announced(tell, `${item.text} removed.`, () => remove(book, item));
  };
  return (
    <PricesFrame here={PRICES} title="Price book" line={line}>
      <Disagreements book={book} me={me} />
      {book.items.length > 0 ? (
        <div className="jobs-tools">
          <input
            className="input"
            type="search"
            aria-label="Search the price book"
            placeholder="Search the price book"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            data-search=""
            autoComplete="off"
          />
          <Categories book={book} category={category} choose={setCategory} />
        </div>
      ) : (
        <p className="mb-6 max-w-measure">
          Enter your prices once: labor, materials, small jobs. In an estimate, type a few letters and the
          price fills in.
          {isManager ? null : " An owner or manager adds items."}
        </p>
      )}
      {isManager ? (
        open === "new" ? (
          <ItemForm book={book} category={category ?? ""} tell={tell} done={() => setOpen(undefined)} />
        ) : (
          <p className="field-save-buttons mb-4">
            <Button type="button" kind="signal" onClick={() => setOpen("new")}>
              Add an item
            </Button>
            {isOnline ? (
              <a className="button" data-kind="plain" href="/account/import-prices">
                Import
              </a>
            ) : null}
            {isOnline && book.items.length > 0 ? (
              <a className="button" data-kind="plain" href="/account/prices.csv" download="">
                Download CSV
              </a>
            ) : null}
          </p>
        )
      ) : null}
      {book.items.length > 0 ? (
        <p className="estimate-quiet" role="status">
          {found.length === 0
            ? `Nothing matches${search.trim() ? ` “${search.trim()}”` : ""}.`
            : `${found.length.toLocaleString("en-US")} ${found.length === 1 ? "item" : "items"}, last used first`}
        </p>
      ) : null}
      <ul className="estimate-lines" aria-label="Items">
        {found.slice(0, rows).map((item) => (
          <li key={item.id}>
            {open === item.id ? (
              <ItemForm
                book={book}
                item={item}
                tell={tell}
                done={() => setOpen(undefined)}
                beside={
                  <Button type="button" kind="quiet" onClick={() => drop(item)}>
                    Remove
                  </Button>
                }
              />
            ) : (
              <button
                type="button"
                className="estimate-line"
                disabled={!isManager}
                onClick={() => setOpen(item.id)}
              >
                <Row item={item} price={book.priceOf(item)} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length > rows ? (
        <Button type="button" kind="plain" onClick={() => setRows(rows + ROWS)}>
          Show {Math.min(ROWS, found.length - rows)} more
        </Button>
      ) : null}
    </PricesFrame>
  );
}

function Row({ item, price }: { item: Item; price: number }) {
  const { currency } = useLabels();
  const details = [item.category, formatMarkup(item.cost, price), item.isTaxable ? "taxable" : null];
  return (
    <>
      <span>
        {item.text}
        <span className="estimate-quiet">{details.filter(Boolean).join(", ")}</span>
      </span>
      <span className="estimate-amount text-end">
        {formatMoney(price, currency)}
        {item.unit ? <span className="estimate-quiet">per {item.unit}</span> : null}
      </span>
    </>
  );
}

function Categories({
  book,
  category,
  choose,
}: {
  book: Book;
  category: string | null;
  choose: (category: string | null) => void;
}) {
  const all = categoriesOf(book.items);
  if (all.length === 0) return null;
  return (
    <div className="choices" role="group" aria-label="Category">
      {[null, ...all].map((one) => (
        <button
          key={one ?? ""}
          type="button"
          className="choice-chip"
          aria-pressed={category === one}
          onClick={() => choose(one)}
        >
          {one ?? "All"}
        </button>
      ))}
    </div>
  );
}

/** Items that two people changed without seeing each other. When an item was used needs nobody's choice. */
function Disagreements({ book, me }: { book: Book; me: PricesUser }) {
  if (!mayChange(me)) return null;
  return book.shelves.map((shelf) => {
    const conflicts = shelf.conflicts.filter((field) => field.startsWith("items."));
    return conflicts.length > 0 ? (
      <Conflicts key={shelf.id} record={{ ...shelf, conflicts }} people={me.people} />
    ) : null;
  });
}
