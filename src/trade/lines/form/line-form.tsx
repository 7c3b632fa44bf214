import { type ReactNode, useRef, useState } from "react";
import { type Json, newLocalId, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  Dictate,
  DraftForm,
  type Faults,
  type Outcome,
  useFormDraft,
  useLabels,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { SaveItem, useBookChanges } from "#trade/prices/public.tsx";
import { Calculate, type Result } from "#trade/takeoff/public.tsx";
import { moneyInputValue } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { ONE, thousandthsInputValue } from "#platform/money/amounts.ts";
import { type BaseLine, LONGEST_LINE } from "../rules.ts";
import { readSpoken } from "./spoken.ts";
import { type Known, useSuggestions } from "./suggestions.ts";

/** The record whose lines are written, and how its forms keep drafts. */
export interface LineTarget {
  readonly record: ShownRecord;
  /** The beginning of its drafts' keys; never change one. */
  readonly of: string;
  /** What people call a line's draft: "estimate line". */
  readonly title: string;
  /** Where its form opens again. */
  readonly href: string;
  /** Null where nobody says a price. */
  readonly price: {
    readonly label: string;
    readonly hint?: string;
    /** Whether an amount may be less than zero. */
    readonly mayBeCredit: boolean;
    readonly isOptional?: true;
  } | null;
  /** Lines that were written earlier, the last used first. */
  readonly known: readonly Known[];
  /** What an item of the price book, or an earlier line, fills in, by the names of fields. */
  fill(known: Known): Readonly<Record<string, string>>;
  /** What the form says, or what is wrong with it. @param place of the line */
  read(form: FormData, place: number): ReadLine;
}

/** The value of a line's field, and what the price book may save of it. */
export type ReadLine =
  | {
      readonly value: Readonly<Record<string, Json>>;
      readonly forBook: Omit<Known, "quantity"> | null;
    }
  | { readonly faults: Faults };

const UNITS = ["hr", "day", "sq ft", "ft", "yd", "cu yd", "sheet", "box", "gal", "lot"];

/**
 * The form of a line. Choosing an item or an earlier line fills in its unit, price, cost and tax.
 * @param line the one to change; without it the form adds one and stays open for the next
 * @param place of a new line
 * @param beside more buttons
 */
export function LineForm({
  target,
  line,
  place,
  done,
  beside,
  children,
}: {
  target: LineTarget;
  line?: BaseLine & { readonly needsPrice?: true };
  place: number;
  done?: () => void;
  beside?: ReactNode;
  /** The rest of its fields. @param id of a field, by its name @param errorOf the message for it */
  children: (id: (name: string) => string, errorOf: (field: string) => string | undefined) => ReactNode;
}) {
  const { record, price } = target;
  const store = useStore();
  const { job } = useScreen();
  const { units } = useLabels();
  const [typed, setTyped] = useState("");
  const { book, texts, find } = useSuggestions(typed, target.known);
  const { markUsed } = useBookChanges();
  const filled = useRef<Readonly<Record<string, string>>>({});
  const [added, setAdded] = useState<Omit<Known, "quantity"> | null>(null);
  const [saw] = useState(record.fields);
  const { kind } = record;
  const draft = useFormDraft({
    ...{ of: `${target.of} ${line?.id ?? "new"}`, job, kind, href: target.href },
    ...{ title: target.title, record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = target.read(new FormData(form), place);
    if ("faults" in found) return found;
    const field = `lines.${line?.id ?? newLocalId()}`;
    const sets: Record<string, Json> = { [field]: { ...found.value } };
    await store.write({
      ...{ kind, record: record.id, job, sets, draft: await draft.settled() },
      ...(line ? { saw } : {}),
    });
    if (line) {
      draft.close();
      done?.();
      return undefined;
    }
    draft.next(record.id);
    filled.current = {};
    setAdded(found.forBook);
    const item = book?.find(fieldText(new FormData(form), "text"));
    // The line is saved either way; the book only sorts by it.
    if (item) void markUsed(book!, [item]).catch(() => undefined);
    return { saved: "Added.", next: { focus: "text" } };
  };
  const fill = (form: HTMLFormElement) => {
    const text = fieldText(new FormData(form), "text");
    setTyped(text);
    const same = line ? undefined : find(text);
    if (!same || filled.current["text"] === same.text) return;
    const unit = fieldText(new FormData(form), "unit");
    // A price for another unit than the quantity has would be wrong.
    if (!["", filled.current["unit"], same.unit].includes(unit)) return;
    const values: Record<string, string> = { text: same.text, unit: same.unit, ...target.fill(same) };
    for (const [name, value] of Object.entries(values)) {
      const input = form.elements.namedItem(name);
      // What was filled in for another choice is replaced, what was typed isn't.
      const isOwn = input instanceof HTMLInputElement && ["", filled.current[name]].includes(input.value);
      if (isOwn && name !== "text") input.value = value;
    }
    const tax = form.elements.namedItem("isTaxable");
    if (tax instanceof HTMLInputElement) tax.checked = same.isTaxable;
    filled.current = values;
  };
  const id = (name: string) => `${line?.id ?? "new"}-${name}`;
  const type = (name: string, value: string) => {
    const input = document.getElementById(id(name));
    if (!(input instanceof HTMLInputElement)) return;
    input.value = value;
    // Saves the draft and clears the field's error.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const typedIn = (name: string) => {
    const input = document.getElementById(id(name));
    return input instanceof HTMLInputElement ? input.value.trim() : "";
  };
  const fillQuantity = ({ quantity, unit, text }: Result) => {
    type("quantity", thousandthsInputValue(quantity));
    type("unit", unit);
    // Last: it fills in the price of an earlier line of the same unit.
    if (typedIn("text") === "") type("text", text);
    document.getElementById(id("quantity"))?.focus();
  };
  const hear = (words: string) => {
    const { text, ...numbers } = readSpoken(words);
    // Said after what is there already: the description goes on.
    const before = typedIn("text");
    if (before === "") for (const [name, value] of Object.entries(numbers)) if (value) type(name, value);
    type("text", (before === "" ? text : `${before} ${words}`).slice(0, LONGEST_LINE.text));
  };
  return (
    <DraftForm
      draft={draft}
      submit={submit}
      save={line ? "Save" : "Add line"}
      kind={line ? "chalk" : "plain"}
      className="estimate-line-form"
      onInput={fill}
      beside={
        <>
          {done ? (
            <Button type="button" kind="quiet" onClick={() => void draft.discard().then(done)}>
              Cancel
            </Button>
          ) : null}
          {added && book ? <SaveItem book={book} entered={added} /> : null}
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
            maxLength={LONGEST_LINE.text}
            defaultValue={line?.text}
            suggestions={texts}
            autoComplete="off"
            error={errorOf("text")}
          />
          <Dictate hear={hear} />
          <div className="estimate-three">
            <Field
              name="quantity"
              id={id("quantity")}
              label="Quantity"
              required
              inputMode="decimal"
              autoComplete="off"
              defaultValue={thousandthsInputValue(line?.quantity ?? ONE)}
              error={errorOf("quantity")}
            />
            <Field
              name="unit"
              id={id("unit")}
              label="Unit"
              unmarked
              maxLength={LONGEST_LINE.unit}
              autoComplete="off"
              defaultValue={line?.unit}
              suggestions={UNITS}
            />
            {price ? (
              <Field
                name="price"
                id={id("price")}
                label={price.label}
                hint={price.hint}
                required={!price.isOptional}
                inputMode={price.mayBeCredit ? "text" : "decimal"}
                autoComplete="off"
                defaultValue={line && !line.needsPrice ? moneyInputValue(line.cents) : ""}
                error={errorOf("price")}
              />
            ) : null}
          </div>
          <Calculate id={id("calculate")} units={units} use={fillQuantity} />
          {children(id, errorOf)}
        </>
      )}
    </DraftForm>
  );
}
