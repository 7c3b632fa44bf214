import { useState } from "react";
import { newLocalId, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  type Announcer,
  type Faults,
  FieldForm,
  type Outcome,
  useAnnouncer,
  useLabels,
} from "#trade/fieldwork/public.tsx";
import { formatRate, MOST_RATE, readRate } from "#platform/money/amounts.ts";
import { formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { categoriesOf, findItems, keyOf, priceOn, type Raise, RAISE, raisesOf } from "../rules.ts";
import { type Book, useBook } from "../use-book.ts";
import { announced, mayChange, PRICES, PricesFrame, type PricesUser } from "./frame.tsx";

/** Items in the preview; the rest are counted. */
const ROWS = 20;
/** Later than this is a slip of the keyboard. */
const MOST_YEARS = 5;

const dayName = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "medium" });

const of = (category: string | null): string => (category === null ? "all items" : category);

/** Raises prices from a day on, by a percentage, after showing what becomes of them. */
export default function RaisePrices({ me }: { me: PricesUser }) {
  const book = useBook(me.zone);
  const { tell, line } = useAnnouncer();
  if (!book) return null;
  return (
    <PricesFrame here={`${PRICES}/raise`} title="Raise prices" line={line}>
      {book.items.length === 0 ? (
        <p className="max-w-measure">The price book is empty. Add items first.</p>
      ) : mayChange(me) ? (
        <RaiseForm book={book} tell={tell} />
      ) : (
        <p className="max-w-measure">Only owners and managers raise prices.</p>
      )}
      <Raises book={book} tell={tell} isManager={mayChange(me)} />
    </PricesFrame>
  );
}

type Typed = Omit<Raise, "id" | "at">;

/** What the form says, or what is wrong with it. */
function read(
  form: FormData,
  { items, today }: Book,
): { readonly typed: Typed } | { readonly faults: Faults } {
  const rate = readRate(fieldText(form, "rate"));
  const from = fieldText(form, "from");
  const category = fieldText(form, "category") || null;
  const latest = Temporal.PlainDate.from(today).add({ years: MOST_YEARS }).toString();
  const faults: Faults = {
    category:
      findItems(items, "", category).length === 0 ? "Nothing is in this category anymore." : undefined,
    rate:
      rate === undefined || rate === null || rate === 0
        ? "Enter by how much, such as 6 or 2.5."
        : rate > MOST_RATE
          ? `Enter ${formatRate(MOST_RATE)} at most.`
          : undefined,
    from: !/^\d{4}-\d\d-\d\d$/.test(from)
      ? "Choose a day."
      : from < today
        ? "That day has passed. Choose today or a later one."
        : from > latest
          ? `Choose a day within ${MOST_YEARS} years.`
          : undefined,
  };
  return Object.values(faults).some(Boolean) ? { faults } : { typed: { category, rate: rate!, from } };
}

function RaiseForm({ book, tell }: { book: Book; tell: Announcer }) {
  const store = useStore();
  const [typed, setTyped] = useState<Typed>();
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = read(new FormData(form), book);
    if ("faults" in found) return found;
    const { category, rate, from } = found.typed;
    const head = { kind: RAISE, record: newLocalId(), job: null };
    await store.write({
      ...head,
      sets: (_, skew) => ({ raise: { category, rate, from, at: Date.now() + skew } }),
    });
    tell.done(
      `${formatRate(rate)} on ${of(category)}, from ${from === book.today ? "today" : dayName(from)}.`,
      () => store.write({ ...head, sets: { removed: true } }),
    );
    return { next: {} };
  };
  const preview = (form: HTMLFormElement) => {
    const found = read(new FormData(form), book);
    setTyped("typed" in found ? found.typed : undefined);
  };
  return (
    <FieldForm
      submit={submit}
      save="Raise prices"
      kind="signal"
      className="estimate-line-form max-w-narrow"
      tell={null}
      onInput={preview}
    >
      {(errorOf) => (
        <>
          <Select
            name="category"
            label="Which items"
            required
            defaultValue=""
            options={[
              { value: "", label: "All items" },
              ...categoriesOf(book.items).map((name) => ({ value: name, label: name })),
            ]}
            error={errorOf("category")}
          />
          <div className="estimate-two">
            <Field
              name="rate"
              label="Increase (%)"
              required
              inputMode="decimal"
              autoComplete="off"
              error={errorOf("rate")}
            />
            <Field
              name="from"
              type="date"
              label="Starting"
              required
              min={book.today}
              defaultValue={book.today}
              error={errorOf("from")}
            />
          </div>
          {typed ? <Preview book={book} typed={typed} /> : null}
        </>
      )}
    </FieldForm>
  );
}

function Preview({ book: { items, raises }, typed }: { book: Book; typed: Typed }) {
  const { currency } = useLabels();
  const found = findItems(items, "", typed.category);
  // Raises of the same day come one after the other, and this one is the last.
  const all = [...raises, { ...typed, id: "new", at: Number.MAX_SAFE_INTEGER }];
  const order = raisesOf(all.map(({ id, ...raise }) => ({ id, values: { raise } })));
  return (
    <div aria-live="polite">
      <p className="estimate-quiet">
        {found.length.toLocaleString("en-US")} {found.length === 1 ? "price" : "prices"}, from{" "}
        {dayName(typed.from)}
      </p>
      <ul className="estimate-lines">
        {found.slice(0, ROWS).map((item) => (
          <li key={item.id} className="estimate-line">
            <span>{item.text}</span>
            <span className="estimate-amount">
              {formatMoney(priceOn(item, raises, typed.from), currency)} <span aria-hidden="true">→</span>
              <span className="sr-only">becomes</span>{" "}
              <b>{formatMoney(priceOn(item, order, typed.from), currency)}</b>
            </span>
          </li>
        ))}
      </ul>
      {found.length > ROWS ? (
        <p className="estimate-quiet">And {(found.length - ROWS).toLocaleString("en-US")} more.</p>
      ) : null}
    </div>
  );
}

/** Raises ahead and in effect, each of which can be removed. */
function Raises({ book, tell, isManager }: { book: Book; tell: Announcer; isManager: boolean }) {
  const store = useStore();
  const { raises, today } = book;
  if (raises.length === 0) return null;
  const remove = ({ id, category, rate }: Raise) => {
    const head = { kind: RAISE, record: id, job: null };
    void announced(
      tell,
      `${formatRate(rate)} on ${of(category)} removed. Prices are back to what they were.`,
      async () => {
        await store.write({ ...head, sets: { removed: true } });
        return () => store.write({ ...head, sets: { removed: false } });
      },
    );
  };
  return (
    <section aria-labelledby="raises">
      <h2 id="raises" className="mt-8 text-xl">
        Price increases
      </h2>
      <ul className="estimate-lines">
        {raises.toReversed().map((raise) => {
          const category = book.items.find(
            (item) => keyOf(item.category) === keyOf(raise.category ?? ""),
          )?.category;
          return (
            <li key={raise.id} className="estimate-line">
              <span>
                {formatRate(raise.rate)} on{" "}
                {raise.category === null ? "all items" : (category ?? raise.category)}
                <span className="estimate-quiet">
                  {raise.from > today ? `From ${dayName(raise.from)}` : `Since ${dayName(raise.from)}`}
                </span>
              </span>
              {isManager ? (
                <Button type="button" kind="quiet" size="small" onClick={() => remove(raise)}>
                  Remove
                  <span className="sr-only">
                    {" "}
                    {formatRate(raise.rate)} on {of(raise.category)}
                  </span>
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
