import { useState } from "react";
import { newLocalId, type ShownRecord } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { readUnits } from "#trade/places/public.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { MOST } from "../rules/items.ts";
import { type Run, RUN, unitField } from "../rules/run.ts";

/** The rooms or units that repeated sections are asked for. */
export function Units({ record, run }: { record: ShownRecord; run: Run }) {
  const { job } = useScreen();
  const { write, line } = useWrite();
  const [typed, setTyped] = useState("");
  const [why, setWhy] = useState<string>();
  const add = async () => {
    const known = new Set(run.units.map(({ name }) => name.toLowerCase()));
    const names = readUnits(typed).filter((name) => !known.has(name.toLowerCase()));
    const problem =
      names.length === 0
        ? "Type the name of a room or unit that isn’t on the list."
        : names.length + run.units.length > MOST.units
          ? `At most ${MOST.units} rooms or units.`
          : undefined;
    setWhy(problem);
    if (problem) return;
    const at = run.units.length;
    const sets = Object.fromEntries(
      names.map((name, index) => [unitField(newLocalId().slice(-12)), { at: at + index, name }]),
    );
    if (await write({ kind: RUN, record: record.id, job, sets })) setTyped("");
  };
  return (
    <form
      className="check-units"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {run.units.length > 0 ? <p>{run.units.map(({ name }) => name).join(", ")}</p> : null}
      <Field
        name="unit"
        label={run.units.length > 0 ? "Another room or unit" : "Rooms or units to check"}
        hint="Several with commas, or a range such as Unit 1–40."
        unmarked
        value={typed}
        error={why}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" kind="plain">
        Add
      </Button>
      {line}
    </form>
  );
}
