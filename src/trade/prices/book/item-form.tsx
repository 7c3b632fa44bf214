import { type ReactNode, useState } from "react";
import { fieldText } from "#trade/fieldwork/public.ts";
import { type Announcer, type Faults, FieldForm, type Outcome } from "#trade/fieldwork/public.tsx";
import { moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { categoriesOf, formatMarkup, type Item, LONGEST, MOST_ITEMS } from "../rules.ts";
import { type Book, type Entered, useBookChanges } from "../use-book.ts";

const UNITS = ["hr", "day", "sq ft", "ft", "yd", "cu yd", "sheet", "box", "gal", "lot"];

type Read = { readonly entered: Entered } | { readonly faults: Faults };

/** What the form says, or what is wrong with it. */
function read(form: FormData, book: Book, item: Item | undefined): Read {
  const text = fieldText(form, "text");
  const [cents, cost] = [readMoney(fieldText(form, "price")), readMoney(fieldText(form, "cost"))];
  const same = book.find(text);
  const faults: Faults = {
    text:
      text === ""
        ? "Say what it is."
        : same && same.id !== item?.id
          ? `“${same.text}” is in the price book already. Change that one.`
          : !item && book.items.length >= MOST_ITEMS
            ? `The price book is full: ${MOST_ITEMS.toLocaleString("en-US")} items. Remove some first.`
            : undefined,
    price:
      cents === undefined
        ? "Enter an amount up to a billion, such as 85 or 1,250.50."
        : cents === null
          ? "Enter the price. 0 is fine."
          : undefined,
    cost: cost === undefined ? "Enter an amount up to a billion, such as 60." : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  return {
    entered: {
      ...{ text, cents: cents!, cost: cost ?? null },
      ...{ unit: fieldText(form, "unit"), category: fieldText(form, "category") },
      isTaxable: form.has("isTaxable"),
    },
  };
}

/**
 * The form of an item.
 * @param item the one to change; without it the form adds one and stays open for the next
 * @param beside more buttons
 */
export function ItemForm({
  book,
  item,
  category = "",
  tell,
  done,
  beside,
}: {
  book: Book;
  item?: Item;
  /** Of a new item. */
  category?: string;
  tell: Announcer;
  done: () => void;
  beside?: ReactNode;
}) {
  const { save } = useBookChanges();
  const [saw] = useState(() => book.shelves.find(({ id }) => id === item?.shelf)?.fields);
  const price = item ? book.priceOf(item) : null;
  const [markup, setMarkup] = useState(() => formatMarkup(item?.cost ?? null, price ?? 0));
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = read(new FormData(form), book, item);
    if ("faults" in found) return found;
    const undo = await save(book, found.entered, item, saw);
    tell.done(item ? "Item saved." : `${found.entered.text} added.`, undo);
    if (item) {
      done();
      return undefined;
    }
    return { saved: "Added.", next: { focus: "text" } };
  };
  const showMarkup = (form: HTMLFormElement) => {
    const values = new FormData(form);
    setMarkup(
      formatMarkup(readMoney(fieldText(values, "cost")) ?? null, readMoney(fieldText(values, "price")) ?? 0),
    );
  };
  const id = (name: string) => `${item?.id ?? "new"}-${name}`;
  return (
    <FieldForm
      submit={submit}
      save={item ? "Save" : "Add item"}
      kind={item ? "chalk" : "plain"}
      className="estimate-line-form"
      tell={null}
      onInput={showMarkup}
      beside={
        <>
          <Button type="button" kind="quiet" onClick={done}>
            {item ? "Cancel" : "Close"}
          </Button>
          {beside}
        </>
      }
    >
      {(errorOf) => (
        <>
          <Field
            name="text"
            id={id("text")}
            label="Description"
            required
            maxLength={LONGEST.text}
            autoComplete="off"
            defaultValue={item?.text}
            error={errorOf("text")}
          />
          <div className="estimate-three">
            <Field
              name="price"
              id={id("price")}
              label="Unit price"
              required
              inputMode="decimal"
              autoComplete="off"
              defaultValue={moneyInputValue(price)}
              error={errorOf("price")}
            />
            <Field
              name="unit"
              id={id("unit")}
              label="Unit"
              unmarked
              maxLength={LONGEST.unit}
              autoComplete="off"
              defaultValue={item?.unit}
              suggestions={UNITS}
            />
            <Field
              name="cost"
              id={id("cost")}
              label="Your cost"
              unmarked
              inputMode="decimal"
              autoComplete="off"
              defaultValue={moneyInputValue(item?.cost ?? null)}
              error={errorOf("cost")}
            />
          </div>
          <p className="estimate-quiet" aria-live="polite">
            {markup ?? "Enter your cost to see the markup and the margin. Clients never see it."}
          </p>
          <Field
            name="category"
            id={id("category")}
            label="Category"
            maxLength={LONGEST.category}
            autoComplete="off"
            defaultValue={item?.category ?? category}
            suggestions={categoriesOf(book.items)}
          />
          <Checkbox name="isTaxable" id={id("taxable")} label="Taxable" defaultChecked={item?.isTaxable} />
        </>
      )}
    </FieldForm>
  );
}
