import { useRef, useState } from "react";
import { type Json, newLocalId, type ShownRecord, useRecord } from "#ground/sync/public.tsx";
import { readOneOf } from "#ground/sync/public.ts";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  type Done,
  EntryForm,
  EntryPhotos,
  type ReadForm,
  useEntry,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { placeWords } from "#trade/places/public.ts";
import { usePlaces } from "#trade/places/public.tsx";
import { Field, Select } from "#ui/field.tsx";
import { useIssuesHome } from "../home.ts";
import { describeDays, dueBy } from "../rules/action.ts";
import { FIRM } from "../rules/firm.ts";
import {
  type Assignee,
  ISSUE,
  issueOf,
  LONGEST,
  type Pin,
  PRIORITIES,
  PRIORITY_LABELS,
} from "../rules/issue.ts";
import { useActionTerms, useAssignees, useIssues, useToday } from "./use-issues.ts";

/** Where an issue begins: what the last one of a walk had, or a spot on a plan. */
export interface Begin {
  readonly where?: string;
  readonly trade?: string;
  readonly assignee?: Assignee | null;
  readonly due?: string;
  readonly pin?: Pin;
}

const formatPin = ({ plan, page, x, y }: Pin): string => [plan, page, x, y].join(" ");

const sameName = (one: string, other: string): boolean =>
  one.localeCompare(other, "en-US", { sensitivity: "base" }) === 0;

/**
 * A new issue, or a change of one, with its photos; saved without a signal too. A firm with a new name is
 * saved with it.
 * @param href the path at which the form opens again; the list of issues if omitted
 * @param isWalk whether another follows: once this one is saved, `saved` gets what it has, for the next
 */
export function IssueForm({
  record,
  begin = {},
  href,
  done,
  isWalk = false,
  saved,
}: {
  record?: ShownRecord;
  begin?: Begin;
  href?: string;
  done: Done;
  isWalk?: boolean;
  saved?: (begin: Begin) => void;
}) {
  const { job, isOwnBusiness } = useScreen();
  const assignees = useAssignees();
  const home = useIssuesHome();
  const [terms, today] = [useActionTerms(), useToday()];
  const { startsOn } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const [isMore, setMore] = useState(record !== undefined);
  const issues = useIssues() ?? [];
  const places = (usePlaces(job) ?? []).map(placeWords);
  const entry = useEntry({
    ...{ kind: ISSUE, purpose: record ? "change" : "new", record, noun: home.noun },
    // Each spot has a draft of its own: what was written for one doesn't end up on another.
    of: record
      ? `issue ${record.id}`
      : `${home.noun} of ${job}${begin.pin ? ` at ${formatPin(begin.pin)}` : ""}`,
    href: href ?? home.path(job, record?.id),
    first: () => ({
      ...{ state: "open", priority: "normal" },
      ...(begin.pin ? { pin: { ...begin.pin } } : {}),
      ...(home.isSafety ? { safety: true } : {}),
    }),
  });
  const was = issueOf({ ...begin, ...entry.before });
  const next = useRef<Begin>(undefined);
  const isAction = record ? was.isSafety : home.isSafety;
  const used = (of: "where" | "trade") => [...new Set(issues.flatMap((issue) => issue[of] ?? []))].toSorted();
  const assigneeOf = (name: string): Assignee | null | undefined =>
    name
      ? [...(was.assignee ? [was.assignee] : []), ...assignees].find((one) => sameName(one.name, name))
      : null;
  const read = (form: FormData): ReadForm => {
    const title = fieldText(form, "title");
    const priority = readOneOf(PRIORITIES, fieldText(form, "priority")) ?? was.priority;
    const typed = fieldText(form, "due");
    // An action has a date; a changed priority moves one that nobody typed just now.
    const isByPriority =
      isAction && (typed === "" || (record && priority !== was.priority && typed === was.due));
    const due = isByPriority ? dueBy(priority, terms, today) : typed;
    const who = fieldText(form, "assignee");
    const known = assigneeOf(who);
    const firm: Assignee | null =
      known === undefined && isOwnBusiness ? { kind: "firm", id: newLocalId(), name: who } : null;
    const assignee = firm ?? known;
    const faults = {
      title: title ? undefined : "Say what’s wrong, such as “Paint drips on the door”.",
      due: due && startsOn && due < startsOn && due !== was.due ? "That’s before the job starts." : undefined,
      assignee: assignee === undefined ? "Choose someone on this job." : undefined,
    };
    if (Object.values(faults).some(Boolean)) return { faults };
    const values: Record<string, Json> = {
      title,
      details: fieldText(form, "details") || null,
      where: fieldText(form, "where") || null,
      trade: fieldText(form, "trade") || null,
      assignee: assignee ? { ...assignee } : null,
      due: due || null,
      priority,
      ...(isOwnBusiness ? { costTo: fieldText(form, "costTo") || null } : {}),
    };
    next.current = {
      ...{ where: fieldText(form, "where"), trade: fieldText(form, "trade") },
      ...{ assignee: assignee ?? null, due },
    };
    return {
      ...(firm ? { also: [{ kind: FIRM, record: firm.id, job: null, sets: { name: firm.name } }] } : {}),
      changes: Object.fromEntries(
        Object.entries(values).filter(
          ([field, value]) => JSON.stringify(value) !== JSON.stringify(entry.before[field] ?? null),
        ),
      ),
    };
  };
  const prioritySelect = (
    <Select
      name="priority"
      label="Priority"
      unmarked={isAction}
      defaultValue={was.priority}
      options={PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }))}
    />
  );
  return (
    <EntryForm
      entry={entry}
      read={read}
      save={record ? "Save" : isWalk ? "Save, next one" : `Save ${home.noun}`}
      done={(notice, undo) => {
        if (notice !== undefined && next.current) saved?.(next.current);
        done(notice, undo);
      }}
    >
      {(errorOf) => (
        <>
          <EntryPhotos entry={entry} />
          <DictatedText
            name="title"
            label="What’s wrong"
            required
            rows={2}
            maxLength={LONGEST.title}
            defaultValue={entry.before["title"] ? was.title : ""}
            error={errorOf("title")}
          />
          <Field
            name="where"
            label="Where"
            unmarked
            autoComplete="off"
            suggestions={[...new Set([...places, ...used("where")])]}
            maxLength={LONGEST.where}
            defaultValue={was.where ?? ""}
          />
          <Field
            name="assignee"
            label="Who fixes it"
            unmarked
            autoComplete="off"
            hint={isOwnBusiness ? "Someone here, or a firm. A name that’s new becomes a firm." : undefined}
            suggestions={assignees.map(({ name }) => name)}
            maxLength={LONGEST.name}
            defaultValue={was.assignee?.name ?? ""}
            error={errorOf("assignee")}
          />
          {isAction ? prioritySelect : null}
          <Field
            name="due"
            type="date"
            label="Due"
            unmarked
            hint={isAction ? `Leave it empty for the usual date: ${describeDays(terms)}.` : undefined}
            defaultValue={was.due ?? ""}
            error={errorOf("due")}
          />
          <details
            className="fold"
            open={isMore}
            onToggle={({ currentTarget }) => setMore(currentTarget.open)}
          >
            <summary>More: details, trade{isAction ? "" : ", priority"}</summary>
            <div className="form mt-3">
              <DictatedText
                name="details"
                label="Details"
                rows={3}
                maxLength={LONGEST.details}
                defaultValue={was.details ?? ""}
              />
              <Field
                name="trade"
                label="Trade"
                autoComplete="off"
                suggestions={used("trade")}
                maxLength={LONGEST.trade}
                defaultValue={was.trade ?? ""}
              />
              {isAction ? null : prioritySelect}
              {isOwnBusiness ? (
                <Field
                  name="costTo"
                  label="Charge the fix to"
                  hint="Another firm’s name, if they pay for it. Guests don’t see this."
                  maxLength={LONGEST.name}
                  defaultValue={was.costTo ?? ""}
                />
              ) : null}
            </div>
          </details>
        </>
      )}
    </EntryForm>
  );
}
