import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field, Select, TextArea } from "#ui/field.tsx";
import { KIND_NAMES } from "../rules/describe-item.ts";
import {
  AFTER_FAIL,
  isInstruction,
  type Item,
  ITEM_KINDS,
  LONGEST,
  type StoredItem,
} from "../rules/items.ts";
import { PictureField } from "./picture-field.tsx";
import {
  answersFor,
  canFail,
  choicesIn,
  hasChoices,
  hasRange,
  type ItemFaults,
  readTypedItem,
  type TypedItem,
} from "../rules/typed-item.ts";

const text = (value: number | string | null): string => value?.toString() ?? "";

function typedOf(item: Item): TypedItem {
  return {
    ...item,
    ...{
      why: text(item.why),
      code: text(item.code),
      choices: item.choices.join("\n"),
      unit: text(item.unit),
    },
    ...{ low: text(item.low), high: text(item.high), count: text(item.count) },
    ...{ photos: text(item.photos || null), weight: text(item.weight), picture: item.picture },
  };
}

const ANSWER_NAMES: Readonly<Record<string, string>> = {
  ...{ pass: "Pass", fail: "Fail", na: "N/A", yes: "Yes", no: "No" },
};

/** Everything an item can ask. Enter saves it. */
export function ItemForm({
  item,
  others,
  save,
  cancel,
  children,
}: {
  /** Without a text if it is new. */
  item: Item;
  /** Items above it, on which it may depend. */
  others: readonly Item[];
  /** @param picture a new one, that isn’t saved yet */
  save: (item: StoredItem, picture?: Blob) => Promise<unknown>;
  cancel: () => void;
  /** More buttons. */
  children?: ReactNode;
}) {
  const [now, setTyped] = useState(() => typedOf(item));
  const [faults, setFaults] = useState<ItemFaults>({});
  const [picture, setPicture] = useState<Blob>();
  const set = (change: Partial<TypedItem>) => setTyped({ ...now, ...change });
  const { kind } = now;
  const field = (
    name: "text" | "why" | "code" | "unit" | "low" | "high" | "count" | "photos" | "weight",
  ) => ({
    name,
    value: now[name],
    error: faults[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const submit = () => {
    const read = readTypedItem(now, item.id);
    setFaults("faults" in read ? read.faults : {});
    if ("item" in read) void save(read.item, isInstruction(kind) ? picture : undefined);
  };
  const hasMore = Boolean(now.why || now.code || now.photos || now.weight || now.showIf || now.onFail.length);
  return (
    <form
      className="list-item-form"
      aria-label={item.text ? `Change ${item.text}` : "New item"}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        {...field("text")}
        label={isInstruction(kind) ? "What to know or do" : "What to check"}
        required
        maxLength={LONGEST.text}
        autoFocus
      />
      <Select
        name="kind"
        label="What it asks for"
        required
        options={ITEM_KINDS.map((one) => ({ value: one, label: KIND_NAMES[one] }))}
        value={kind}
        onChange={({ target }) =>
          set({
            kind: ITEM_KINDS.find((one) => one === target.value)!,
            ...(target.value === "yes" ? { fails: ["no"] } : {}),
          })
        }
      />
      {hasChoices(kind) || kind === "readings" ? (
        <TextArea
          name="choices"
          label={kind === "readings" ? "A name for each reading, one per line" : "Choices, one per line"}
          unmarked={kind !== "readings"}
          rows={4}
          value={now.choices}
          error={faults.choices}
          onChange={({ target }) => set({ choices: target.value })}
        />
      ) : null}
      {kind === "readings" && now.choices.trim() === "" ? (
        <Field {...field("count")} label="How many readings" inputMode="numeric" unmarked />
      ) : null}
      {hasRange(kind) ? (
        <div className="estimate-three">
          <Field {...field("low")} label="Lowest" inputMode="decimal" unmarked />
          <Field {...field("high")} label="Highest" inputMode="decimal" unmarked />
          <Field {...field("unit")} label="Unit" maxLength={20} unmarked />
        </div>
      ) : null}
      {kind === "yes" || hasChoices(kind) ? (
        <Several
          label="Which answers fail"
          options={kind === "yes" ? ["yes", "no"] : choicesIn(now.choices)}
          chosen={now.fails}
          choose={(fails) => set({ fails })}
        />
      ) : null}
      {isInstruction(kind) ? (
        <PictureField
          saved={now.picture}
          picture={picture}
          set={(next, saved) => {
            setPicture(next);
            set({ picture: saved });
          }}
        />
      ) : null}
      {kind === "note" ? null : (
        <Checkbox
          name="required"
          label="The list isn’t finished without it"
          checked={now.isRequired}
          onChange={({ target }) => set({ isRequired: target.checked })}
        />
      )}
      <details className="list-item-more" open={hasMore || Object.keys(faults).length > 0 || undefined}>
        <summary>Why, code, photos, and when it’s asked</summary>
        <div className="grid gap-4">
          <TextArea
            name="why"
            label="Why it matters, or how to check it"
            unmarked
            rows={3}
            maxLength={LONGEST.why}
            value={now.why}
            onChange={({ target }) => set({ why: target.value })}
          />
          <Field {...field("code")} label="Code section" unmarked maxLength={LONGEST.title} />
          {isInstruction(kind) ? null : (
            <div className="estimate-two">
              <Field {...field("photos")} label="Photos, at least" inputMode="numeric" unmarked />
              <Field
                {...field("weight")}
                label="Weight in the score"
                hint="Empty if the list has no score."
                inputMode="decimal"
                unmarked
              />
            </div>
          )}
          {canFail(kind) ? (
            <Several
              label="If it fails, it also needs"
              options={AFTER_FAIL}
              names={{ note: "A note", photo: "A photo", issue: "An issue, to fix it" }}
              chosen={now.onFail}
              choose={(onFail) => set({ onFail })}
            />
          ) : null}
          <ShowIf now={now} others={others} error={faults.showIf} set={(showIf) => set({ showIf })} />
        </div>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save item</Button>
        <Button type="button" kind="quiet" onClick={cancel}>
          Cancel
        </Button>
        {children}
      </div>
    </form>
  );
}

function Several({
  label,
  options,
  names = ANSWER_NAMES,
  chosen,
  choose,
}: {
  label: string;
  options: readonly string[];
  names?: Readonly<Record<string, string>>;
  chosen: readonly string[];
  choose: (chosen: readonly string[]) => void;
}) {
  if (options.length === 0) return null;
  return (
    <fieldset className="field fieldset">
      <legend>{label}</legend>
      {options.map((one) => (
        <Checkbox
          key={one}
          name={`${label} ${one}`}
          label={names[one] ?? one}
          checked={chosen.includes(one)}
          onChange={({ target }) =>
            choose(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
          }
        />
      ))}
    </fieldset>
  );
}

/** On which answers of an item above this one is asked. */
function ShowIf({
  now: { showIf },
  others,
  error,
  set,
}: {
  now: TypedItem;
  others: readonly Item[];
  error: string | undefined;
  set: (showIf: Item["showIf"]) => void;
}) {
  const asked = others.filter((one) => answersFor(one).length > 0);
  const other = asked.find(({ id }) => id === showIf?.item);
  if (asked.length === 0) return null;
  return (
    <>
      <Select
        name="show-if"
        label="Ask it only after an answer to"
        unmarked
        placeholder="Always ask it"
        options={asked.map((one) => ({ value: one.id, label: one.text }))}
        value={other?.id ?? ""}
        error={error}
        onChange={({ target }) => set(target.value ? { item: target.value, is: [] } : null)}
      />
      {other ? (
        <Several
          label="If the answer is"
          options={answersFor(other)}
          chosen={showIf!.is}
          choose={(is) => set({ item: other.id, is })}
        />
      ) : null}
    </>
  );
}
