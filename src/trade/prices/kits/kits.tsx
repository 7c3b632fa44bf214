import { type ReactNode, useState } from "react";
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
import { MOST_QUANTITY, priceOf, readQuantity, thousandthsInputValue } from "#platform/money/amounts.ts";
import { formatAmount, formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { findItems, keyOf, type Kit, KIT, LONGEST, MOST_KIT_LINES } from "../rules.ts";
import { type Book, useBook, useKits } from "../use-book.ts";
import { announced, mayChange, PRICES, PricesFrame, type PricesUser } from "../book/frame.tsx";
import { pricedLines } from "./priced.ts";

/** Kits: several lines that go onto an estimate at once. */
export default function Kits({ me }: { me: PricesUser }) {
  const book = useBook(me.zone);
  const kits = useKits();
  const { tell, line } = useAnnouncer();
  const [open, setOpen] = useState<string>();
  if (!book || !kits) return null;
  const isManager = mayChange(me);
  return (
    <PricesFrame here={`${PRICES}/kits`} title="Kits" line={line}>
      <p className="mb-6 max-w-measure">
        A kit is several lines that you add to an estimate with one tap, at today’s prices.{" "}
        {isManager ? "Make one here, or from the lines of an estimate." : "An owner or manager makes them."}
      </p>
      {isManager && open !== "new" ? (
        <p className="mb-4">
          <Button type="button" kind="signal" onClick={() => setOpen("new")}>
            New kit
          </Button>
        </p>
      ) : null}
      {open === "new" ? (
        <KitForm book={book} kits={kits} tell={tell} done={() => setOpen(undefined)} />
      ) : null}
      <ul className="estimate-lines" aria-label="Kits">
        {kits.map((kit) => (
          <li key={kit.id}>
            {open === kit.id ? (
              <KitForm
                book={book}
                kits={kits}
                kit={kit}
                tell={tell}
                done={() => setOpen(undefined)}
                beside={<RemoveKit kit={kit} tell={tell} />}
              />
            ) : (
              <button
                type="button"
                className="estimate-line"
                disabled={!isManager}
                onClick={() => setOpen(kit.id)}
              >
                <KitRow book={book} kit={kit} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </PricesFrame>
  );
}

/** A kit's name, what is in it, and its price today. */
export function KitRow({ book, kit }: { book: Book; kit: Kit }) {
  const { currency } = useLabels();
  const lines = pricedLines(book, kit);
  const cents = lines.reduce((sum, line) => sum + priceOf(line.quantity, line.cents), 0);
  return (
    <>
      <span>
        {kit.name}
        <span className="estimate-quiet">
          {lines
            .slice(0, 4)
            .map(({ text }) => text)
            .join(", ")}
          {lines.length > 4 ? ` and ${lines.length - 4} more` : ""}
        </span>
      </span>
      <span className="estimate-amount">{formatAmount(cents, currency)}</span>
    </>
  );
}

function RemoveKit({ kit, tell }: { kit: Kit; tell: Announcer }) {
  const store = useStore();
  const head = { kind: KIT, record: kit.id, job: null };
  const remove = () =>
    announced(tell, `${kit.name} removed.`, async () => {
      await store.write({ ...head, sets: { removed: true } });
      return () => store.write({ ...head, sets: { removed: false } });
    });
  return (
    <Button type="button" kind="quiet" onClick={() => void remove()}>
      Remove
    </Button>
  );
}

/** Name and lines of a kit. A line is added by choosing an item; without a price in the book it can't be. */
function KitForm({
  book,
  kits,
  kit,
  tell,
  done,
  beside,
}: {
  book: Book;
  kits: readonly Kit[];
  kit?: Kit;
  tell: Announcer;
  done: () => void;
  beside?: ReactNode;
}) {
  const store = useStore();
  const { currency } = useLabels();
  const [lines, setLines] = useState(() => (kit?.lines ?? []).map((line) => ({ id: newLocalId(), line })));
  const [typed, setTyped] = useState("");
  const id = (name: string) => `${kit?.id ?? "new"}-${name}`;
  const add = (text: string) => {
    const item = book.find(text);
    if (!item) return;
    const { unit, cost, isTaxable } = item;
    const line = { text: item.text, quantity: 1000, unit, cents: book.priceOf(item), cost, isTaxable };
    setLines([...lines, { id: newLocalId(), line }]);
    setTyped("");
  };
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const values = new FormData(form);
    const name = fieldText(values, "name");
    const quantities = lines.map(({ id: own }) => readQuantity(fieldText(values, own)));
    const twin = kits.find((one) => one.id !== kit?.id && keyOf(one.name) === keyOf(name));
    const faults: Faults = {
      name:
        name === ""
          ? "Enter a name, such as Deck stairs."
          : twin
            ? `You already have a kit named “${twin.name}”.`
            : undefined,
      item:
        lines.length === 0
          ? "Add at least one item from the price book."
          : lines.length > MOST_KIT_LINES
            ? `A kit has ${MOST_KIT_LINES} lines at most.`
            : undefined,
      ...Object.fromEntries(
        quantities.map((quantity, at) => [
          lines[at]!.id,
          quantity && quantity <= MOST_QUANTITY ? undefined : "Enter a number, such as 12 or 1 1/2.",
        ]),
      ),
    };
    if (Object.values(faults).some(Boolean)) return { faults };
    const head = { kind: KIT, record: kit?.id ?? newLocalId(), job: null };
    const sets = { name, lines: lines.map(({ line }, at) => ({ ...line, quantity: quantities[at]! })) };
    await store.write({ ...head, sets });
    tell.done(kit ? "Kit saved." : `${name} added.`, () =>
      store.write({
        ...head,
        sets: kit ? { name: kit.name, lines: kit.lines.map((line) => ({ ...line })) } : { removed: true },
      }),
    );
    done();
    return undefined;
  };
  return (
    <FieldForm
      submit={submit}
      save={kit ? "Save" : "Add kit"}
      kind="chalk"
      className="estimate-line-form"
      tell={null}
      beside={
        <>
          <Button type="button" kind="quiet" onClick={done}>
            Cancel
          </Button>
          {beside}
        </>
      }
    >
      {(errorOf) => (
        <>
          <Field
            name="name"
            id={id("name")}
            label="Name"
            required
            maxLength={LONGEST.kit}
            autoComplete="off"
            defaultValue={kit?.name}
            error={errorOf("name")}
          />
          {lines.map(({ id: own, line }) => (
            <div key={own} className="estimate-two">
              <Field
                name={own}
                id={own}
                label={line.text}
                hint={`${formatMoney(pricedLines(book, { id: "", name: "", lines: [line] })[0]!.cents, currency)}${line.unit ? ` per ${line.unit}` : ""}`}
                required
                inputMode="decimal"
                autoComplete="off"
                defaultValue={thousandthsInputValue(line.quantity)}
                error={errorOf(own)}
              />
              <Button
                type="button"
                kind="quiet"
                onClick={() => setLines(lines.filter((other) => other.id !== own))}
              >
                Remove line<span className="sr-only"> {line.text}</span>
              </Button>
            </div>
          ))}
          <Field
            name="item"
            id={id("item")}
            label="Add an item"
            hint="Type a few letters of an item in the price book and choose it."
            unmarked
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            suggestions={
              typed.trim() === ""
                ? []
                : findItems(book.items, typed, null)
                    .slice(0, 50)
                    .map(({ text }) => text)
            }
            error={errorOf("item")}
          />
          <p>
            <Button type="button" kind="plain" disabled={!book.find(typed)} onClick={() => add(typed)}>
              Add to kit
            </Button>
          </p>
        </>
      )}
    </FieldForm>
  );
}
