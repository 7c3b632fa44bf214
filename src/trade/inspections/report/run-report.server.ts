import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { readRecord, readText } from "#ground/sync/public.ts";
import { dateAt, firstWritten, PHOTO_FIELD, type Shot, stamp } from "#trade/fieldwork/public.ts";
import type {
  FilledShape,
  ShapeAsk,
  ShapeItem,
  ShapePhoto,
  ShapeSignature,
  ShapeTone,
} from "#trade/jobs/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import { type Issue, isOpen, STATE_LABELS as ISSUE_STATES, titleOf } from "#trade/issues/public.ts";
import { issuesIn, printIssue } from "#trade/issues/public.server.ts";
import { formatAnswer, type Given, isFailed, readSigned } from "../rules/answers.ts";
import { isInstruction, type Item } from "../rules/items.ts";
import {
  isWalked,
  percentOf,
  type Points,
  progressOf,
  type Row,
  RUN,
  rowsOf,
  runOf,
  type State,
  STATE_LABELS,
  sumPoints,
} from "../rules/run.ts";
import { headingOf, type Marked, markedOf } from "./marked.server.ts";
import { tableOf } from "./run-table.server.ts";

/** Which checklist a report is of, and how much of it; saved with the report. */
export interface RunChoice {
  readonly run: string;
  /** Without what passed. */
  readonly isShort: boolean;
  /** Who marked each item, and when. */
  readonly showsAuthors: boolean;
}

function runChoiceOf(value: Json): RunChoice {
  const read = readRecord(value) ?? {};
  return {
    run: readText(read["run"]),
    isShort: read["isShort"] === true,
    showsAuthors: read["showsAuthors"] === true,
  };
}

/** Longer answers are written below their item. */
const LONGEST_MARK = 18;
const TONES: Readonly<Record<ReturnType<typeof progressOf>, ShapeTone>> = {
  ...{ open: "plain", passed: "good", failed: "bad" },
};

type RunAsk = Pick<ShapeAsk, "choice" | "zone" | "nameOf">;
type ActionsAsk = Pick<ShapeAsk, "zone" | "nameOf" | "to">;

/**
 * The report of one checklist: what failed first, then every item by section.
 * @returns null if the checklist isn't there
 */
export const fillRunReport = (records: readonly JobRecord[], ask: RunAsk): FilledShape | null =>
  fillReport(records, ask, null);

/** As `fillRunReport`, with the safety actions that it began after what failed. */
export const fillInspectionReport = (
  records: readonly JobRecord[],
  ask: RunAsk & Pick<ShapeAsk, "to">,
): FilledShape | null => fillReport(records, ask, ask.to);

function fillReport(
  records: readonly JobRecord[],
  ask: RunAsk,
  /** Until when its actions are looked at; null for a list that begins none. */
  to: string | null,
): FilledShape | null {
  const choice = runChoiceOf(ask.choice);
  const record = records.find(({ kind, id }) => kind === RUN && id === choice.run);
  if (!record) return null;
  const run = runOf(shownFields(record.fields));
  const marked = markedOf(records, record.id, rowsOf(run));
  const [failed, asked] = [
    marked.filter(({ row, given }) => progressOf(row, given) === "failed"),
    marked.filter(({ row }) => row.item.kind !== "note"),
  ];
  const total = sumPoints(marked);
  const shown = choice.isShort
    ? marked.filter(({ row, given }) => row.item.kind !== "note" && progressOf(row, given) === "open")
    : marked;
  // A short report leaves out what passed, but not who signed.
  const signed = choice.isShort ? marked.filter((one) => signatureOf(one, ask.zone) !== null) : [];
  const print = (one: Marked, isSummary: boolean) => toPrint(one, { ...ask, ...choice, isSummary });
  const bySection = [...Map.groupBy(shown, ({ row }) => headingOf(row))];
  const days = writtenDays(marked, record, ask.zone);
  return {
    counts: [],
    entries: asked.length,
    company: null,
    from: days[0]!,
    to: days.at(-1)!,
    chapters: [],
    list: {
      ...{ title: run.title, noun: "item" },
      facts: [
        ...(run.place ? [{ name: "Where", value: run.place }] : []),
        { name: "State", value: STATE_LABELS[run.state] },
        ...movesOf(record, run.state, ask),
      ],
      figures: figuresOf(asked, total, { state: run.state, noun: to === null ? "issue" : "action" }),
      words: asked.length === 0 ? ["Nothing has been asked yet."] : [],
      plans: [],
      groups: [
        ...(failed.length > 0 ? [{ title: "Failed", items: failed.map((one) => print(one, true)) }] : []),
        ...(to === null ? [] : actionsOf(records, asked, { ...ask, to })),
        ...bySection.map(([title, own]) => ({
          hasPhotosBelow: true,
          title: choice.isShort ? [title, "not answered"].filter(Boolean).join(": ") : title,
          items: own.map((one) => print(one, false)),
        })),
        ...(signed.length > 0
          ? [{ title: "Signatures", items: signed.map((one) => print(one, false)) }]
          : []),
      ],
      signs: [],
      rows: tableOf(asked, total, ask),
    },
  };
}

/** "Finished: Nov 20, 2026, 2:10 PM, Ana". */
function movesOf({ fields }: JobRecord, state: string, { zone, nameOf }: Pick<ShapeAsk, "zone" | "nameOf">) {
  const { values = [], earlier = [] } = fields["state"] ?? {};
  const first = firstWritten(fields);
  const last = (to: string) =>
    (state === to || state === "approved" ? [...values, ...earlier] : []).find(({ value }) => value === to);
  return [
    ["Started", first] as const,
    ["Finished", last("finished")] as const,
    ["Approved", last("approved")] as const,
  ].flatMap(([name, written]) =>
    written
      ? [{ name, value: [stamp(written.at, zone), nameOf(written.author)].filter(Boolean).join(", ") }]
      : [],
  );
}

/** What failed items began: by when and by whom it is fixed, and how it looked before and after. */
function actionsOf(records: readonly JobRecord[], asked: readonly Marked[], ask: ActionsAsk) {
  const byAnswer = new Map(asked.map((one) => [one.record?.id, one]));
  const items = issuesIn(records).flatMap((found) => {
    const one = byAnswer.get(found.issue.from?.record);
    return one?.record ? [printIssue(found, ask, photosOf(one, ask.nameOf))] : [];
  });
  return items.length > 0 ? [{ title: "Actions", items }] : [];
}

function figuresOf(
  asked: readonly Marked[],
  total: Points | null,
  { state, noun }: { readonly state: State; readonly noun: "issue" | "action" },
) {
  const open = asked.flatMap(({ issues }) => issues).filter(isOpen).length;
  const counts = { passed: 0, failed: 0, na: 0, read: 0, open: 0 };
  for (const { row, given } of asked) {
    const progress = progressOf(row, given);
    const isRead = row.item.kind === "read" && progress === "passed";
    counts[given.value === "na" ? "na" : isRead ? "read" : progress]++;
  }
  const figure = (count: number, name: string, tone: ShapeTone) =>
    count > 0 || name === "Passed" || name === "Failed"
      ? [{ value: count.toLocaleString("en-US"), name, tone: count > 0 ? tone : ("plain" as const) }]
      : [];
  return [
    ...(total
      ? [
          {
            value: `${percentOf(total)}%`,
            name: isWalked(state) ? "Score" : "Score so far",
            tone: "plain" as const,
          },
        ]
      : []),
    ...figure(counts.passed, "Passed", "good"),
    ...figure(counts.failed, "Failed", "bad"),
    ...figure(counts.na, "N/A", "plain"),
    ...figure(counts.read, "Read", "plain"),
    ...figure(counts.open, "Not answered", "plain"),
    ...figure(open, `Open ${noun}${open === 1 ? "" : "s"}`, "bad"),
  ];
}

/** "Pass", "131 °F", "3 photos", "Not answered". */
function sayAnswer({ item }: Row, given: Given): string {
  if (item.kind === "note") return "";
  if (item.kind === "photos" && given.shots.length > 0)
    return given.shots.length === 1 ? "1 photo" : `${given.shots.length} photos`;
  if (item.kind === "signature" && readSigned(given.value)) return "Signed";
  return formatAnswer(item, given.value) ?? "Not answered";
}

/** Who signed, and when by the device on which they did. */
function signatureOf({ row: { item }, given, record }: Marked, zone: string): ShapeSignature | null {
  const signed = item.kind === "signature" ? readSigned(given.value) : null;
  const at = record?.fields["answer"]?.values[0]?.at;
  if (!signed || at === undefined) return null;
  const when = stamp(at, zone);
  return { ...signed, details: signed.drawing ? when : `Typed as their signature, ${when}` };
}

/** "Range 100–120 °F". */
function sayRange({ kind, low, high, unit }: Item): string {
  if (kind !== "number" || (low === null && high === null)) return "";
  const range = low === null ? `at most ${high}` : high === null ? `at least ${low}` : `${low}–${high}`;
  return [`Range ${range}`, unit].filter(Boolean).join(" ");
}

/** Two answers that were given without knowing of each other, in words. */
function sayBoth({ row, record }: Marked, { zone, nameOf }: Pick<ShapeAsk, "zone" | "nameOf">): string[] {
  const values = record?.fields["answer"]?.values ?? [];
  if (values.length < 2) return [];
  const said = values.map(
    ({ value, author, at }) =>
      `${nameOf(author) || "Someone"}: ${formatAnswer(row.item, value) ?? "no answer"}, ${stamp(at, zone)}`,
  );
  return [`Answered twice without a signal. ${said.join(" · ")}`];
}

/** "PL-004 · Paint the soffit"; of an action that has its item’s words, "Action PL-004". */
const sayIssue = (issue: Issue, { text }: Item): string =>
  issue.isSafety && issue.title.endsWith(text)
    ? ["Action", issue.number].filter(Boolean).join(" ")
    : titleOf(issue);

function toPrint(
  one: Marked,
  {
    zone,
    nameOf,
    showsAuthors,
    isSummary,
  }: Pick<ShapeAsk, "zone" | "nameOf"> & RunChoice & { isSummary: boolean },
): ShapeItem {
  const { row, number, given, record } = one;
  const { item } = row;
  const said = sayAnswer(row, given);
  const isLong = said.length > LONGEST_MARK;
  const progress = progressOf(row, given);
  const value = record?.fields["answer"]?.values[0];
  const isRepeated = progress === "failed" && !isSummary;
  const signature = signatureOf(one, zone);
  const photos = isRepeated ? [] : photosOf(one, nameOf);
  return {
    number,
    title: item.text,
    mark: isLong ? (progress === "failed" ? "Fail" : "") : said,
    tone: given.value === "na" || isInstruction(item.kind) ? "plain" : TONES[progress],
    details: [
      isSummary ? headingOf(row) : "",
      isFailed(item, given.value) ? sayRange(item) : "",
      isSummary ? (item.code ?? "") : "",
      (showsAuthors || isSummary) && value && value.value !== null
        ? [nameOf(value.author), stamp(value.at, zone)].filter(Boolean).join(", ")
        : "",
      isRepeated && (given.note || given.shots.length > 0) ? "Notes and photos are under “Failed”" : "",
    ]
      .filter(Boolean)
      .join(" · "),
    lines: [
      ...(isInstruction(item.kind) && item.why ? [item.why] : []),
      ...(isLong ? [said] : []),
      ...(given.note && !isRepeated ? [given.note] : []),
      ...sayBoth(one, { zone, nameOf }),
      ...(isRepeated
        ? []
        : one.issues.map((issue) => `${sayIssue(issue, item)}: ${ISSUE_STATES[issue.state].toLowerCase()}`)),
    ],
    photos,
    ...(signature ? { signature } : {}),
  };
}

const photosOf = ({ given, record }: Marked, nameOf: ShapeAsk["nameOf"]): ShapePhoto[] =>
  given.shots.map((shot) => photoOf(shot, record, nameOf));

function photoOf(
  { sha256, at }: Shot,
  record: JobRecord | undefined,
  nameOf: ShapeAsk["nameOf"],
): ShapePhoto {
  const author = record?.fields[`${PHOTO_FIELD}${sha256}`]?.values[0]?.author ?? null;
  return { sha256, caption: "", at, by: nameOf(author), tags: [], place: null };
}

/** The days on which it was walked, in order. */
const writtenDays = (marked: readonly Marked[], run: JobRecord, zone: string): string[] =>
  [run, ...marked.flatMap(({ record }) => record ?? [])]
    .flatMap(({ fields }) => firstWritten(fields)?.at ?? [])
    .map((at) => dateAt(at, zone))
    .toSorted();
