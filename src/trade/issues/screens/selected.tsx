import { useState } from "react";
import { type Json, useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { useIssuesHome } from "../home.ts";
import { ISSUE } from "../rules/issue.ts";
import { type ShownIssue, useAssignees } from "./use-issues.ts";

/** What is done to several issues: who fixes them, by when, and closing those that are ready. */
export function SelectedBar({
  issues,
  isManager,
  done,
}: {
  issues: readonly ShownIssue[];
  isManager: boolean;
  done: () => void;
}) {
  const { job, tell } = useScreen();
  const { noun } = useIssuesHome();
  const store = useStore();
  const assignees = useAssignees();
  const [whose, setWhose] = useState("");
  const [due, setDue] = useState("");
  const ready = issues.filter(({ state }) => state === "ready");
  const write = async (
    of: readonly ShownIssue[],
    sets: Readonly<Record<string, Json>>,
    notice: string,
  ): Promise<void> => {
    const before = of.map(({ id, record }) => ({
      id,
      sets: Object.fromEntries(Object.keys(sets).map((name) => [name, record.values[name] ?? null])),
    }));
    try {
      for (const { id } of of) await store.write({ kind: ISSUE, record: id, job, sets });
      tell.done(notice, async () => {
        for (const one of before) await store.write({ kind: ISSUE, record: one.id, job, sets: one.sets });
      });
      done();
    } catch (error) {
      tell.failed(error);
    }
  };
  const assign = () => {
    const assignee = assignees.find(({ id }) => id === whose);
    const sets = { ...(assignee ? { assignee: { ...assignee } } : {}), ...(due ? { due } : {}) };
    const words = [assignee ? `assigned to ${assignee.name}` : "", due ? "a new date" : ""].filter(Boolean);
    return write(issues, sets, `${describe(issues.length, noun)}: ${words.join(", ")}.`);
  };
  return (
    <section className="issue-selected" aria-label={`Selected ${noun}s`}>
      <b>{describe(issues.length, noun)}</b>
      <Select
        name="whose"
        label="Who fixes them"
        unmarked
        placeholder="As they are"
        value={whose}
        options={assignees.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => setWhose(target.value)}
      />
      <Field
        name="dueAll"
        type="date"
        label="Due"
        unmarked
        value={due}
        onChange={({ target }) => setDue(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="button" disabled={!whose && !due} onClick={() => void assign()}>
          Save
        </Button>
        {isManager && ready.length > 0 ? (
          <Button
            type="button"
            kind="plain"
            onClick={() => void write(ready, { state: "closed" }, `${describe(ready.length, noun)} closed.`)}
          >
            Close the {ready.length} ready
          </Button>
        ) : null}
      </div>
    </section>
  );
}

const describe = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
