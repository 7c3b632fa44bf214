import { useState } from "react";
import { type Drawing, isDrawn, thinned } from "#ground/signatures/public.ts";
import { readText } from "#ground/sync/public.ts";
import { SignatureDrawing, SignaturePad } from "#ground/signatures/public.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import {
  type Answer,
  formatAnswer,
  isFailed,
  readAnswer,
  readingNames,
  READ,
  readReadings,
  readSigned,
  readTypedNumber,
  type Signed,
} from "../rules/answers.ts";
import { formatRange } from "../rules/describe-item.ts";
import { type Item, LONGEST } from "../rules/items.ts";

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
const GOT_IT = [{ value: READ, label: "Got it" }];
const YES = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "na", label: "N/A" },
];

/** What answers an item, large enough for a glove; its answer in words once answers can't change. */
export function AnswerControl(props: ControlProps) {
  const { item, value, isOpen } = props;
  if (!isOpen)
    return item.kind === "signature" && readSigned(value) ? (
      <Signature {...readSigned(value)!} />
    ) : (
      <p className="check-answer">{formatAnswer(item, value) ?? "Not answered"}</p>
    );
  switch (item.kind) {
    case "check":
      return <Choose {...props} options={CHECK} />;
    case "yes":
      return <Choose {...props} options={YES} />;
    case "read":
      return <Choose {...props} options={GOT_IT} />;
    case "one":
    case "many":
      return <Choose {...props} options={item.choices.map((one) => ({ value: one, label: one }))} />;
    case "number":
    case "text":
    case "date":
    case "datetime":
      return <Type key={JSON.stringify(value)} {...props} />;
    case "readings":
      return <Series key={JSON.stringify(value)} {...props} />;
    case "signature":
      return <Sign {...props} />;
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

const NOT_A_NUMBER = "Enter a number, such as 12.5 or 12 1/2.";

function Type({ item, labelledBy, value, set }: ControlProps) {
  const answer = readAnswer(item, value);
  const saved = typeof answer === "number" ? String(answer) : readText(answer);
  const [typed, setTyped] = useState(saved);
  const [why, setWhy] = useState<string>();
  const save = async () => {
    const text = typed.trim();
    const next = item.kind === "number" ? readTypedNumber(text) : readAnswer(item, text);
    if (text && next === null) {
      setWhy(item.kind === "number" ? NOT_A_NUMBER : "Enter a date.");
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
        type={item.kind === "date" ? "date" : item.kind === "datetime" ? "datetime-local" : "text"}
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

/** A number for each reading; those that are out of range say so right away. */
function Series({ item, labelledBy, value, set }: ControlProps) {
  const names = readingNames(item);
  const saved = names.map((_, at) => readReadings(item, value)?.[at]?.toString() ?? "");
  const [typed, setTyped] = useState(saved);
  const numbers = typed.map(readTypedNumber);
  const wrong = typed.map((text, at) => text.trim() !== "" && numbers[at] === null);
  const isChanged = typed.some((text, at) => text !== saved[at]);
  const save = async () => {
    if (wrong.includes(true)) return;
    await set(numbers.some((one) => one !== null) ? numbers : null);
  };
  return (
    <form
      className="check-readings"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {names.map((name, at) => (
        <Field
          key={name}
          id={`${labelledBy}-${at}`}
          name={`reading-${at}`}
          label={name}
          unmarked
          inputMode="decimal"
          autoComplete="off"
          value={typed[at]}
          error={
            wrong[at]
              ? NOT_A_NUMBER
              : isFailed(item, [...names.slice(0, at).map(() => null), numbers[at]])
                ? "Out of range"
                : undefined
          }
          onChange={({ target }) => setTyped(typed.with(at, target.value))}
          onBlur={({ target, relatedTarget }) => {
            if (isChanged && !target.form?.contains(relatedTarget)) void save();
          }}
        />
      ))}
      <p className="field-hint">
        {[formatRange(item), formatAnswer(item, value)].filter(Boolean).join(". ")}
      </p>
      {isChanged ? (
        <Button type="submit" kind="plain" size="small">
          Save
        </Button>
      ) : null}
    </form>
  );
}

/** Who signed, and how. */
function Signature({ name, drawing }: Signed) {
  return (
    <div className="check-signature">
      {drawing ? <SignatureDrawing drawing={drawing} label={`Signature of ${name}`} /> : null}
      <p className="check-answer">{drawing ? name : `${name} (typed as their signature)`}</p>
    </div>
  );
}

function Sign({ item, labelledBy, value, set }: ControlProps) {
  const signed = readSigned(value);
  const [why, setWhy] = useState<string>();
  const [drawing, setDrawing] = useState<Drawing>();
  if (signed)
    return (
      <div>
        <Signature {...signed} />
        <Button type="button" kind="quiet" size="small" onClick={() => void set(null)}>
          Sign again<span className="sr-only">: {item.text}</span>
        </Button>
      </div>
    );
  return (
    <form
      className="grid gap-3"
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const name = data.get("name");
        const isTyped = data.has("typed");
        const isSigned = isTyped || (drawing !== undefined && isDrawn(drawing));
        setWhy(isSigned ? undefined : "Draw your signature in the box, or check the box below.");
        if (isSigned && typeof name === "string" && name.trim())
          void set({ name: name.trim(), drawing: isTyped || !drawing ? null : thinned(drawing) });
      }}
    >
      <Field
        id={`${labelledBy}-name`}
        name="name"
        label="Name of who signs"
        required
        autoComplete="off"
        maxLength={LONGEST.title}
      />
      <SignaturePad name={`${labelledBy}-drawing`} label="Signature" error={why} onChange={setDrawing} />
      <Checkbox
        id={`${labelledBy}-typed`}
        name="typed"
        label="They can’t draw: their typed name is their signature"
      />
      <Button type="submit" kind="plain">
        Sign
      </Button>
    </form>
  );
}
