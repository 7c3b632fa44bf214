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
import { moneyInputValue, readMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { ONE, readQuantity, thousandthsInputValue, MOST_QUANTITY } from "#platform/money/amounts.ts";
import { ESTIMATE, type Line, type LineValue, LONGEST } from "../rules/estimate.ts";
import { readSpoken } from "./spoken.ts";
import { useSuggestions } from "./suggestions.ts";

type Read = { readonly value: LineValue } | { readonly faults: Faults };

/** What the form of a line says, or what is wrong with it. */
function read(form: FormData, place: number): Read {
  const text = fieldText(form, "text");
  const quantity = readQuantity(fieldText(form, "quantity"));
  const cents = readMoney(fieldText(form, "price"));
  const cost = readMoney(fieldText(form, "cost"));
  const faults: Faults = {
    text: text === "" ? "Enter a description." : undefined,
    quantity:
      quantity === null || quantity === 0
        ? "Enter how many."
        : quantity === undefined
          ? "Enter a number, such as 12, 7.5 or 1 1/2."
          : quantity > MOST_QUANTITY
            ? "That’s more than a million. Check the number."
            : undefined,
    price:
      cents === undefined
        ? "Enter an amount, such as 85 or 1,250.50. To take money off, use the discount."
        : cents === null
          ? "Enter the unit price. 0 is fine."
          : undefined,
    cost: cost === undefined ? "Enter an amount, such as 60." : undefined,
  };
  if (Object.values(faults).some(Boolean)) return { faults };
  return {
    value: {
      place,
      text,
      quantity: quantity!,
      cents: cents!,
      cost: cost ?? null,
      unit: fieldText(form, "unit"),
      section: fieldText(form, "section"),
      isTaxable: form.has("isTaxable"),
      isOptional: form.has("isOptional"),
      option: Number(fieldText(form, "option")) || 0,
    },
  };
}

const UNITS = ["hr", "day", "sq ft", "ft", "yd", "cu yd", "sheet", "box", "gal", "lot"];

/**
 * The form of a line. Choosing an item or an earlier line fills in its unit, price, cost and tax.
 * @param line the one to change; without it the form adds one and stays open for the next
 * @param place of a new line
 * @param beside more buttons
 */
export function LineForm({
  record,
  line,
  place,
  options,
  done,
  beside,
}: {
  record: ShownRecord;
  line?: Line;
  place: number;
  options: readonly string[];
  done?: () => void;
  beside?: ReactNode;
}) {
  const store = useStore();
  const { job } = useScreen();
  const { units } = useLabels();
  const [typed, setTyped] = useState("");
  const { book, texts, find } = useSuggestions(typed);
  const { markUsed } = useBookChanges();
  const filled = useRef<Readonly<Record<string, string>>>({});
  const [added, setAdded] = useState<LineValue>();
  const [saw] = useState(record.fields);
  const href = `/account/job/${job}/estimates/${record.id}`;
  const draft = useFormDraft({
    ...{ of: `estimate ${record.id} ${line?.id ?? "new"}`, job, kind: ESTIMATE, href },
    ...{ title: "estimate line", record: record.id, saw: record.fields },
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const found = read(new FormData(form), place);
    if ("faults" in found) return found;
    const field = `lines.${line?.id ?? newLocalId()}`;
    const sets: Record<string, Json> = { [field]: { ...found.value } };
    await store.write({
      ...{ kind: ESTIMATE, record: record.id, job, sets, draft: await draft.settled() },
      ...(line ? { saw } : {}),
    });
    if (line) {
      draft.close();
      done?.();
      return undefined;
    }
    draft.next(record.id);
    filled.current = {};
    setAdded(found.value);
    const item = book?.find(found.value.text);
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
    const values = {
      ...{ text: same.text, unit: same.unit, price: moneyInputValue(same.cents) },
      cost: moneyInputValue(same.cost),
    };
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
    type("text", (before === "" ? text : `${before} ${words}`).slice(0, LONGEST.text));
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
            maxLength={LONGEST.text}
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
              maxLength={LONGEST.unit}
              autoComplete="off"
              defaultValue={line?.unit}
              suggestions={UNITS}
            />
            <Field
              name="price"
              id={id("price")}
              label="Unit price"
              required
              inputMode="decimal"
              autoComplete="off"
              defaultValue={line && !line.needsPrice ? moneyInputValue(line.cents) : ""}
              error={errorOf("price")}
            />
          </div>
          <Calculate id={id("calculate")} units={units} use={fillQuantity} />
          <details className="estimate-more">
            <summary>Cost, tax, section, options</summary>
            <div className="form">
              <Field
                name="cost"
                id={id("cost")}
                label="Unit cost"
                hint="What one costs you. Your client never sees it."
                inputMode="decimal"
                autoComplete="off"
                defaultValue={moneyInputValue(line?.cost ?? null)}
                error={errorOf("cost")}
              />
              <Field
                name="section"
                id={id("section")}
                label="Section"
                hint="A heading such as Demolition. Lines with the same heading go together."
                maxLength={LONGEST.section}
                defaultValue={line?.section}
              />
              <Checkbox
                name="isTaxable"
                id={id("taxable")}
                label="Tax this line"
                defaultChecked={line?.isTaxable}
              />
              <Checkbox
                name="isOptional"
                id={id("optional")}
                label="Optional: my client can add it"
                defaultChecked={line?.isOptional}
              />
              {options.length > 0 ? (
                <Select
                  name="option"
                  id={id("option")}
                  label="Part of"
                  required
                  defaultValue={String(line?.option ?? 0)}
                  options={[
                    { value: "0", label: "Every option" },
                    ...options.map((name, at) => ({ value: String(at + 1), label: name })),
                  ]}
                />
              ) : null}
            </div>
          </details>
        </>
      )}
    </DraftForm>
  );
}
