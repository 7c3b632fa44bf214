import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { type Answer, formatAnswer, isFailed, readAnswer, readTypedNumber } from "../rules/answers.ts";
import type { Item } from "../rules/items.ts";

interface ControlProps {
  readonly item: Item;
  /** The id of the item's text. */
  readonly labelledBy: string;
  readonly value: unknown;
  readonly isOpen: boolean;
  /** @param answer null takes it back */
  readonly set: (answer: Answer | null) => Promise<boolean>;
}

const CHECK = [
  { value: "pass", label: "Pass" },
  { value: "fail", label: "Fail" },
  { value: "na", label: "N/A" },
];
const YES = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "na", label: "N/A" },
];

/** What answers an item, large enough for a glove; its answer in words once answers can't change. */
export function AnswerControl(props: ControlProps) {
  const { item, value, isOpen } = props;
  if (!isOpen) return <p className="check-answer">{formatAnswer(item, value) ?? "Not answered"}</p>;
  switch (item.kind) {
    case "check":
      return <Choose {...props} options={CHECK} />;
    case "yes":
      return <Choose {...props} options={YES} />;
    case "one":
    case "many":
      return <Choose {...props} options={item.choices.map((one) => ({ value: one, label: one }))} />;
    case "number":
    case "text":
    case "date":
      return <Type key={JSON.stringify(value)} {...props} />;
    case "photos":
    case "note":
      return null;
  }
}

/** Buttons; a second tap takes the answer back. */
function Choose({
  item,
  labelledBy,
  value,
  set,
  options,
}: ControlProps & { options: readonly { readonly value: string; readonly label: string }[] }) {
  const chosen = [readAnswer(item, value) ?? []].flat();
  const choose = (one: string) => {
    const isChosen = chosen.includes(one);
    if (item.kind !== "many") return set(isChosen ? null : one);
    const after = isChosen ? chosen.filter((other) => other !== one) : [...chosen, one];
    return set(after.length > 0 ? after.map(String) : null);
  };
  return (
    <div className="check-options" role="group" aria-labelledby={labelledBy} data-many={options.length > 3}>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          className="check-option"
          aria-pressed={chosen.includes(one.value)}
          data-fails={isFailed(item, item.kind === "many" ? [one.value] : one.value)}
          onClick={() => void choose(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

/** "8–12 in". */
function formatRange({ low, high, unit }: Item): string | null {
  const [least, most] = [low?.toLocaleString("en-US"), high?.toLocaleString("en-US")];
  if (least === undefined && most === undefined) return unit;
  const range =
    least === undefined
      ? `at most ${most}`
      : most === undefined
        ? `at least ${least}`
        : `${least} to ${most}`;
  return [range, unit].filter(Boolean).join(" ");
}

function Type({ item, labelledBy, value, set }: ControlProps) {
  const answer = readAnswer(item, value);
  const saved = answer === null ? "" : String(answer);
  const [typed, setTyped] = useState(saved);
  const [why, setWhy] = useState<string>();
  const save = async () => {
    const text = typed.trim();
    const next = item.kind === "number" ? readTypedNumber(text) : readAnswer(item, text);
    if (text && next === null) {
      setWhy(item.kind === "number" ? "Enter a number, such as 12.5 or 12 1/2." : "Enter a date.");
      return;
    }
    setWhy(undefined);
    await set(text ? next : null);
  };
  return (
    <form
      className="check-typed"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        id={`${labelledBy}-answer`}
        name="answer"
        label={<span className="sr-only">{item.text}</span>}
        hint={item.kind === "number" ? formatRange(item) : null}
        unmarked
        type={item.kind === "date" ? "date" : "text"}
        inputMode={item.kind === "number" ? "decimal" : undefined}
        value={typed}
        error={why}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => typed !== saved && void save()}
      />
      {typed === saved ? null : (
        <Button type="submit" kind="plain" size="small">
          Save
        </Button>
      )}
    </form>
  );
}
