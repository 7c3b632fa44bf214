import { plainHeader } from "#platform/csv/plain-header.ts";
import type { Json } from "#ground/sync/public.server.ts";
import { dayIn, type ImportFormat, lineOf, textOf } from "#trade/imports/public.server.ts";
import { formatLongDate } from "#trade/fieldwork/public.ts";
import { ISSUE, LONGEST_ISSUE, type Priority, type State } from "#trade/issues/public.ts";

const STATES: readonly (readonly [RegExp, State])[] = [
  [/\b(?:completed?|closed|verified|done|resolved|fixed)\b/, "closed"],
  [/\b(?:ready|review|pending verification|to verify)\b/, "ready"],
  [/\b(?:in progress|started|working)\b/, "working"],
];
const PRIORITIES: readonly (readonly [RegExp, Priority])[] = [
  [/\b(?:urgent|critical|priority 1|p1)\b|^1$/, "urgent"],
  [/\b(?:high|priority 2|p2)\b|^2$/, "high"],
  [/\b(?:low|priority [45]|p[45])\b|^[45]$/, "low"],
];

const among = <Word>(words: readonly (readonly [RegExp, Word])[], text: string): Word | undefined =>
  words.find(([pattern]) => pattern.test(plainHeader(text)))?.[1];

/**
 * Tasks of Fieldwire and others, as issues. Fieldwire’s help names what a task has (number, title,
 * status, priority,
 * category, assignee, plan, location, dates), but not the headers of its CSV, so they are found by
 * these words. Its
 * export is of one project, so the owner chooses the job.
 */
export const issuesFormat: ImportFormat = {
  id: "issues",
  label: "Tasks or punch list items",
  nouns: ["issue", "issues"],
  order: 2,
  tool: "checklists",
  isOnJob: true,
  exports: [],
  columns: [
    {
      name: "title",
      label: "Title",
      words: [/^(task|issue|item)( title| name)?$/, /^title$/, /^(name|summary)$/],
      isRequired: true,
    },
    {
      name: "number",
      label: "Number",
      words: [/^(task|issue|item) (number|no|id)$/, /^(number|no|id)$/, /^sequence number$/],
    },
    { name: "status", label: "Status", words: [/^(task |issue )?status$/, /^(state|stage)$/] },
    { name: "priority", label: "Priority", words: [/^priority$/] },
    { name: "category", label: "Trade or category", words: [/^(category|trade)( name)?$/] },
    { name: "assignee", label: "Assignee", words: [/^(assignee|assigned to|owner|responsible)( name)?$/] },
    { name: "due", label: "Due", words: [/^due( date| at)?$/, /^end( date| at)?$/] },
    { name: "location", label: "Location", words: [/^(location|room|area)( name| path)?$/] },
    { name: "plan", label: "Plan", words: [/^(plan|sheet|floorplan)( name)?$/] },
    { name: "project", label: "Job", words: [/^(project|job)( name)?$/] },
    { name: "details", label: "Details", words: [/^(description|details|notes?|comments?|messages?)$/] },
    { name: "created", label: "Created", words: [/^created( date| at| on)?$/] },
  ],
  read([row], options) {
    const title = lineOf(row.of("title"), LONGEST_ISSUE.title);
    if (title === null) return { problem: "This row has no title." };
    const due = dayIn(row.of("due"), options);
    const state = among(STATES, row.of("status")) ?? "open";
    const number = row.of("number");
    const project = lineOf(row.of("project"), 120);
    const from = options.program ?? "the other product";
    const details = textOf(
      [
        row.of("details"),
        row.of("assignee") ? `Assigned to in ${from}: ${row.of("assignee")}` : "",
        row.of("status") ? `Status in ${from}: ${row.of("status")}` : "",
        row.of("plan") ? `Plan: ${row.of("plan")}` : "",
        number ? `Number in ${from}: ${number}` : "",
        row.of("created") ? `Created: ${row.of("created")}` : "",
      ]
        .filter(Boolean)
        .join("\n"),
      LONGEST_ISSUE.details,
    );
    return {
      key: number || JSON.stringify([title, row.of("location"), row.of("created"), row.of("due")]),
      title,
      details: [row.of("status"), row.of("category"), row.of("location"), due && formatLongDate(due)]
        .filter(Boolean)
        .join(" · "),
      leftOut: due === undefined ? `the due date “${row.of("due")}”` : undefined,
      job: project === null ? null : { name: project, address: null },
      writes(_, { id }) {
        const optional: Readonly<Record<string, Json | undefined>> = {
          details,
          due,
          where: lineOf(row.of("location"), LONGEST_ISSUE.where),
          trade: lineOf(row.of("category"), LONGEST_ISSUE.trade),
        };
        const sets: Record<string, Json> = {
          title,
          state,
          priority: among(PRIORITIES, row.of("priority")) ?? "normal",
        };
        for (const [field, value] of Object.entries(optional))
          if (value !== null && value !== undefined) sets[field] = value;
        return [{ id, kind: ISSUE, sets }];
      },
    };
  },
};
