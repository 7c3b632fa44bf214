import { useState } from "react";
import { useNavigate } from "react-router";
import type { Json, ShownRecord } from "#ground/sync/public.tsx";
import {
  Conflicts,
  FieldForm,
  type Outcome,
  useLabels,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { shownQuantity } from "../rules/changes.ts";
import { estimateOf, LONGEST, TEMPLATE } from "../rules/estimate.ts";
import { useStart } from "../start/use-start.ts";
import { templateValues } from "./template-values.ts";

/** A template of the business: start from it, rename it, remove it. @param all address of the list */
export function OwnTemplate({ record, all }: { record: ShownRecord; all: string }) {
  const { id, values } = record;
  const { tell, people } = useScreen();
  const { currency } = useLabels();
  const navigate = useNavigate();
  const { start, line: failed } = useStart();
  const { write, line: unsaved } = useWrite();
  const { title, lines } = estimateOf(values);
  const set = (sets: Readonly<Record<string, Json>>) =>
    write({ kind: TEMPLATE, record: id, job: null, sets });
  const [name, setName] = useState(title);
  const submit = async (): Promise<Outcome | undefined> => {
    if (name.trim() === "") return { faults: { title: "Give it a title." } };
    const begun = templateValues(values) as Record<string, Json>;
    await start({ ...begun, title: name.trim(), startedFrom: "own" });
    return undefined;
  };
  const rename = async () => {
    if (name.trim() !== "" && (await set({ title: name.trim() })))
      tell.done("Template renamed.", () => set({ title }));
  };
  const remove = async () => {
    if (!(await set({ removed: true }))) return;
    await navigate(all);
    tell.done("Template removed.", () => set({ removed: false }));
  };
  return (
    <>
      <Conflicts record={record} people={people} />
      {failed}
      {unsaved}
      <FieldForm
        tell={tell}
        submit={submit}
        save="Create estimate"
        kind="signal"
        className="estimate-line-form"
        beside={
          <>
            {name.trim() === title ? null : (
              <Button type="button" kind="quiet" onClick={() => void rename()}>
                Rename template
              </Button>
            )}
            <Button type="button" kind="quiet" onClick={() => void remove()}>
              Remove template
            </Button>
          </>
        }
      >
        {(errorOf) => (
          <Field
            name="title"
            label="Title"
            hint="Your client sees it on the estimate."
            required
            maxLength={LONGEST.title}
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={errorOf("title")}
          />
        )}
      </FieldForm>
      <ul className="estimate-list">
        {lines.map((line) => (
          <li key={line.id} className="estimate-line">
            <span>
              {line.text}
              <span className="estimate-quiet">{shownQuantity(line)}</span>
            </span>
            <span className="estimate-amount">
              {line.needsPrice ? "Needs a price" : formatMoney(line.cents, currency)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
