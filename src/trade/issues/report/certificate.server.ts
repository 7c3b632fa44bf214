import type { JobRecord } from "#ground/sync/public.server.ts";
import { dateAt } from "#trade/fieldwork/public.ts";
import type { FilledShape, ShapeAsk, ShapeItem } from "#trade/jobs/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { dayWords } from "#platform/time/format.ts";
import { isOpen, type Issue } from "../rules/issue.ts";
import { type Found, issuesIn } from "./found.server.ts";

/** What one page has room for, in two columns; fewer have one, with more in each line. */
const MOST_LINES = 50;
const MOST_IN_ONE_COLUMN = 22;
const LONGEST = { one: 64, two: 34 } as const;
/** Open issues that a refusal names. */
export const MOST_NAMED = 5;

/** Why these issues can't be certified as closed, or null. */
export function refuseCertificate(all: readonly Pick<Issue, "state" | "number" | "title">[]): string | null {
  const open = all.filter(isOpen);
  return refuseOpen(all.length, open.length, open);
}

/**
 * `refuseCertificate` for issues that aren't loaded.
 * @param all how many there are @param open how many of them are open
 * @param first open ones, in the order to name them
 */
export function refuseOpen(
  all: number,
  open: number,
  first: readonly { readonly number: string | null; readonly title: string }[],
): string | null {
  if (all === 0) return "This job has no issues, so there’s nothing to certify.";
  if (open === 0) return null;
  const named = first.slice(0, MOST_NAMED).map(({ number, title }) => number ?? `“${title}”`);
  const more = open - named.length;
  return `${open === 1 ? "1 issue isn’t" : `${open.toLocaleString("en-US")} issues aren’t`} closed yet: ${named.join(", ")}${more > 0 ? `, and ${more.toLocaleString("en-US")} more` : ""}. Close ${open === 1 ? "it" : "them"} first.`;
}

const day = (at: number, zone: string): string => dayWords(Temporal.PlainDate.from(dateAt(at, zone)));
const cut = (words: string, most: number): string =>
  words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words;
/** "Nov 20": the years are above. */
const shortDay = (at: number, zone: string): string =>
  Temporal.PlainDate.from(dateAt(at, zone)).toLocaleString("en-US", { month: "short", day: "numeric" });

/**
 * The certificate that everything found on a job was fixed, on one page.
 * @throws AppError conflict while an issue is open
 */
export function fillCertificate(
  records: readonly JobRecord[],
  { zone, business }: Pick<ShapeAsk, "zone" | "business">,
): FilledShape {
  const all = issuesIn(records);
  const why = refuseCertificate(all.map(({ issue }) => issue));
  if (why) throw new AppError("conflict", why);
  const [found, closed] = [all.map(({ foundAt }) => foundAt), all.map(({ stateAt }) => stateAt)];
  const [from, to] = [Math.min(...found), Math.max(...closed)];
  const count = all.length === 1 ? "The one issue" : `All ${all.length.toLocaleString("en-US")} issues`;
  const sender = business || "Contractor";
  return {
    ...{ counts: [], entries: all.length, company: null, chapters: [] },
    ...{ from: dateAt(from, zone), to: dateAt(to, zone) },
    list: {
      ...{ title: "Closing certificate", noun: "issue" },
      facts: [
        { name: "Found", value: span(from, Math.max(...found), zone) },
        { name: "Closed", value: span(Math.min(...closed), to, zone) },
      ],
      figures: [
        { value: all.length.toLocaleString("en-US"), name: "Found", tone: "plain" },
        { value: all.length.toLocaleString("en-US"), name: "Fixed and closed", tone: "good" },
        { value: "0", name: "Open", tone: "plain" },
      ],
      words: [
        `${count} found on this job ${all.length === 1 ? "was" : "were"} fixed, reviewed, and closed by ${day(to, zone)}. Nothing on the list is open.`,
      ],
      plans: [],
      groups: [{ title: "Found and fixed", items: linesOf(all, zone), isCompact: true }],
      signs: [`${sender}, date`, "Client, date"],
      rows: [
        ["Number", "Issue", "Place", "Found", "Closed"],
        ...all.map(({ issue, foundAt, stateAt }) => [
          ...[issue.number ?? "", issue.title, issue.where ?? ""],
          ...[dateAt(foundAt, zone), dateAt(stateAt, zone)],
        ]),
      ],
    },
  };
}

function span(from: number, to: number, zone: string): string {
  const [first, last] = [day(from, zone), day(to, zone)];
  return first === last ? first : `${first} – ${last}`;
}

/** A line per issue, or for more than fit one per place. */
function linesOf(all: readonly Found[], zone: string): ShapeItem[] {
  const are = all.length <= MOST_IN_ONE_COLUMN ? "one" : "two";
  const line = (number: string, title: string, details: string): ShapeItem => ({
    ...{ number, title: cut(title, LONGEST[are]), details, mark: "", tone: "good", lines: [], photos: [] },
  });
  if (all.length <= MOST_LINES)
    return all.map(({ issue, foundAt, stateAt }) =>
      line(
        issue.number ?? "",
        [issue.title, issue.where].filter(Boolean).join(", "),
        are === "one"
          ? `found ${shortDay(foundAt, zone)}, closed ${shortDay(stateAt, zone)}`
          : shortDay(stateAt, zone),
      ),
    );
  const places = [...Map.groupBy(all, ({ issue }) => issue.where ?? "Other places")].toSorted(
    ([one], [other]) => one.localeCompare(other, "en", { numeric: true }),
  );
  const shown = places.length > MOST_LINES ? places.slice(0, MOST_LINES - 1) : places;
  const rest = places.slice(shown.length).flatMap(([, own]) => own);
  return [...shown, ...(rest.length > 0 ? [["Other places", rest] as const] : [])].map(([title, own]) =>
    line(
      own.length.toLocaleString("en-US"),
      title,
      shortDay(Math.max(...own.map(({ stateAt }) => stateAt)), zone),
    ),
  );
}
