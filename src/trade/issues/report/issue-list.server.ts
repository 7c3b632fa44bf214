import type { JobRecord } from "#ground/sync/public.server.ts";
import { dateAt, PHOTO_FIELD, type Shot, stamp } from "#trade/fieldwork/public.ts";
import type { FilledShape, ShapeAsk, ShapeItem, ShapePhoto, ShapeTone } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { isOpen, isOverdue, type Issue, PRIORITY_LABELS, STATE_LABELS, STATES } from "../rules/issue.ts";
import { REPLY_LABELS } from "../rules/reply.ts";
import { type Column, type IssuesChoice, issuesChoiceOf } from "./choice.ts";
import { type Found, issuesIn } from "./found.server.ts";
import { plansOf, type Spot, spotsOf } from "./plan-pins.server.ts";

const NONE = { where: "No place", trade: "No trade", firm: "Not assigned", state: "" } as const;

/** The issues that a list shows. */
export function chosenIssues(
  all: readonly Found[],
  { shown, firm, trade, where }: Pick<IssuesChoice, "shown" | "firm" | "trade" | "where">,
): Found[] {
  return all.filter(
    ({ issue }) =>
      (shown === "all" || (shown === "open") === isOpen(issue)) &&
      (firm === "" || issue.assignee?.id === firm) &&
      (trade === "" || issue.trade === trade) &&
      (where === "" || issue.where === where),
  );
}

/** The list of a job's issues: on its plans, then under headings, each with its photos before and after. */
export function fillIssueList(
  records: readonly JobRecord[],
  ask: Pick<ShapeAsk, "choice" | "zone" | "nameOf" | "to" | "from">,
): FilledShape {
  const choice = issuesChoiceOf(ask.choice);
  const all = chosenIssues(issuesIn(records), choice);
  const spots = spotsOf(all, records, ask.zone);
  const days = all.map(({ foundAt }) => dateAt(foundAt, ask.zone)).toSorted();
  const groups = [...Map.groupBy(all, ({ issue }) => headingOf(issue, choice.by))].toSorted(
    ([one], [other]) => rankOf(one, choice.by) - rankOf(other, choice.by) || byName(one, other),
  );
  const firm = all.find(({ issue }) => choice.firm !== "" && issue.assignee)?.issue.assignee?.name;
  const only = [choice.where, choice.trade, firm].filter(Boolean).join(", ");
  return {
    ...{ counts: [], entries: all.length, company: null, chapters: [] },
    ...{ from: days[0] ?? ask.from, to: ask.to },
    list: {
      noun: "issue",
      title: choice.shown === "open" ? "Open issues" : choice.shown === "closed" ? "Closed issues" : "Issues",
      facts: only ? [{ name: "Only", value: only }] : [],
      figures: figuresOf(all, ask.to),
      words: all.length === 0 ? ["There are no issues to show."] : [],
      plans: choice.showsPlans ? plansOf(all, spots, (issue) => toneOf(issue, ask.to)) : [],
      groups: groups.map(([title, own]) => ({
        title,
        items: own.map((one) => toPrint(one, choice, { ...ask, spots })),
      })),
      signs: [],
      rows: tableOf(all, choice.columns, { ...ask, spots }),
    },
  };
}

const headingOf = (issue: Issue, by: IssuesChoice["by"]): string =>
  by === "state"
    ? STATE_LABELS[issue.state]
    : ((by === "firm" ? issue.assignee?.name : issue[by]) ?? NONE[by]);

/** Statuses in their order, others by name; what has none comes last. */
const rankOf = (title: string, by: IssuesChoice["by"]): number =>
  by === "state" ? STATES.findIndex((state) => STATE_LABELS[state] === title) : title === NONE[by] ? 1 : 0;
const byName = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

const toneOf = (issue: Issue, today: string): ShapeTone =>
  issue.state === "closed" ? "good" : issue.state === "refused" || isOverdue(issue, today) ? "bad" : "plain";

function figuresOf(all: readonly Found[], today: string) {
  const count = (name: string, tone: ShapeTone, fits: (issue: Issue) => boolean, always = false) => {
    const value = all.filter(({ issue }) => fits(issue)).length;
    return value > 0 || always
      ? [{ value: value.toLocaleString("en-US"), name, tone: value > 0 ? tone : ("plain" as const) }]
      : [];
  };
  return [
    ...count("Open", "plain", ({ state }) => state === "open" || state === "working", true),
    ...count("Overdue", "bad", (issue) => isOverdue(issue, today)),
    ...count("Not accepted", "bad", ({ state }) => state === "refused"),
    ...count("Ready for review", "plain", ({ state }) => state === "ready"),
    ...count("Closed", "good", ({ state }) => state === "closed", true),
  ];
}

const day = (date: string): string => dayWords(Temporal.PlainDate.from(date));

interface WithSpots {
  readonly spots: ReadonlyMap<string, Spot>;
}

/**
 * An issue in another report, with who fixes it by when; who is charged is left out.
 * @param before photos of what it began with, which its fix is shown beside if it has none of its own
 */
export function printIssue(
  one: Found,
  ask: Pick<ShapeAsk, "zone" | "nameOf" | "to">,
  before: readonly ShapePhoto[],
): ShapeItem {
  const after = fixPhotos(one, ask.nameOf);
  const columns = ["firm", "due", "priority"] as const;
  const item = toPrint(one, { by: "state", columns, showsPlans: false }, { ...ask, spots: new Map() });
  return one.issue.shots.length > 0 || after.length === 0
    ? item
    : { ...item, photos: beforeAndAfter(before, after) };
}

/** Of what fixed an issue, the latest fix first. */
const fixPhotos = ({ replies }: Found, nameOf: ShapeAsk["nameOf"]): ShapePhoto[] =>
  replies
    .filter(({ reply }) => reply.type === "fixed")
    .toReversed()
    .flatMap(({ reply, author }) => reply.shots.map((shot) => photoOf(shot, author, nameOf)));

function toPrint(
  one: Found,
  { by, columns, showsPlans }: Pick<IssuesChoice, "by" | "columns" | "showsPlans">,
  { zone, nameOf, to, spots }: Pick<ShapeAsk, "zone" | "nameOf" | "to"> & WithSpots,
): ShapeItem {
  const { id, issue, record, replies, foundAt, foundBy, stateAt, stateBy } = one;
  const spot = showsPlans ? spots.get(id) : undefined;
  const shows = (column: Column) => columns.includes(column);
  const written = (name: string, at: number, author: string | null) =>
    [name, day(dateAt(at, zone)), nameOf(author) && `by ${nameOf(author)}`].filter(Boolean).join(" ");
  const said = replies.filter(({ reply }) => reply.note !== null && reply.type !== "started");
  return {
    number: issue.number ?? "New",
    title: issue.title,
    mark: isOverdue(issue, to) ? "Overdue" : STATE_LABELS[issue.state],
    tone: toneOf(issue, to),
    details: [
      by === "where" ? "" : issue.where,
      spot ? `pin ${spot.pin} on ${spot.page}` : "",
      by === "trade" ? "" : issue.trade,
      shows("firm") && by !== "firm" ? issue.assignee?.name : "",
      shows("due") && issue.due && isOpen(issue) ? `due ${day(issue.due)}` : "",
      shows("priority") && issue.priority !== "normal" ? `${PRIORITY_LABELS[issue.priority]} priority` : "",
      shows("cost") && issue.costTo ? `charged to ${issue.costTo}` : "",
      written("found", foundAt, foundBy),
      issue.state === "closed" ? written("closed", stateAt, stateBy) : "",
    ]
      .filter(Boolean)
      .join(" · ")
      .replace(/^[a-z]/, (first) => first.toUpperCase()),
    lines: [
      ...(issue.details ? [issue.details] : []),
      ...said.map(
        ({ reply, at, author }) =>
          `${REPLY_LABELS[reply.type]}, ${stamp(at, zone)}, ${reply.by ?? (nameOf(author) || "someone")}: ${reply.note}`,
      ),
      ...(issue.state === "refused" && issue.reason ? [`Not accepted: ${issue.reason}`] : []),
      ...(isOpen(issue) && issue.blocked ? [`Can’t be fixed yet: ${issue.blocked}`] : []),
    ],
    photos: beforeAndAfter(
      issue.shots.map((shot) => photoOf(shot, authorOf(record, shot), nameOf)),
      fixPhotos(one, nameOf),
    ),
  };
}

const authorOf = ({ fields }: JobRecord, { sha256 }: Shot): string | null =>
  fields[`${PHOTO_FIELD}${sha256}`]?.values[0]?.author ?? null;

const photoOf = ({ sha256, at }: Shot, author: string | null, nameOf: ShapeAsk["nameOf"]): ShapePhoto => ({
  ...{ sha256, at, by: nameOf(author), caption: "", tags: [], place: null },
});

/** Side by side, one from before beside one from after; without either, as they are. */
function beforeAndAfter(before: readonly ShapePhoto[], after: readonly ShapePhoto[]): ShapePhoto[] {
  if (before.length === 0 || after.length === 0)
    return [
      ...before,
      ...after.map((photo) => ({ ...photo, pair: { sha256: photo.sha256, label: "After" } })),
    ];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => [
    ...labelled(before[at], after[at], "Before"),
    ...labelled(after[at], before[at], "After"),
  ]).flat();
}

const labelled = (
  photo: ShapePhoto | undefined,
  other: ShapePhoto | undefined,
  label: string,
): ShapePhoto[] => (photo ? [{ ...photo, pair: { sha256: (other ?? photo).sha256, label } }] : []);

function tableOf(
  all: readonly Found[],
  columns: readonly Column[],
  { zone, nameOf, spots }: Pick<ShapeAsk, "zone" | "nameOf"> & WithSpots,
): string[][] {
  const cells: readonly (readonly [name: string, of: (one: Found) => string, column?: Column])[] = [
    ["Number", ({ issue }) => issue.number ?? ""],
    ["Issue", ({ issue }) => issue.title],
    ["Status", ({ issue }) => STATE_LABELS[issue.state]],
    ["Place", ({ issue }) => issue.where ?? ""],
    ["Plan page", ({ id }) => spots.get(id)?.page ?? ""],
    ["Pin", ({ id }) => spots.get(id)?.pin ?? ""],
    ["Trade", ({ issue }) => issue.trade ?? ""],
    ["Assigned to", ({ issue }) => issue.assignee?.name ?? "", "firm"],
    ["Due", ({ issue }) => issue.due ?? "", "due"],
    ["Priority", ({ issue }) => PRIORITY_LABELS[issue.priority], "priority"],
    ["Charged to", ({ issue }) => issue.costTo ?? "", "cost"],
    ["Details", ({ issue }) => issue.details ?? ""],
    ["Found", ({ foundAt }) => dateAt(foundAt, zone)],
    ["Found by", ({ foundBy }) => nameOf(foundBy)],
    ["Closed", ({ issue, stateAt }) => (issue.state === "closed" ? dateAt(stateAt, zone) : "")],
    ["Closed by", ({ issue, stateBy }) => (issue.state === "closed" ? nameOf(stateBy) : "")],
    ["Last reply", ({ replies }) => replies.at(-1)?.reply.note ?? ""],
  ];
  const shown = cells.filter(([, , column]) => column === undefined || columns.includes(column));
  return [shown.map(([name]) => name), ...all.map((one) => shown.map(([, of]) => of(one)))];
}
