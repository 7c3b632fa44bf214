import { dripOutline, type Fields, readTree } from "#ground/writing/public.tsx";

// In points, as drip.typ sets them with typical words: close enough to turn to a page.
const ROOM = 655;
const HEAD = 186;
const LINE = 14;
const EMAIL = { frame: 34, letters: 75, gap: 2 };
const SCRIPT = { heading: 50, frame: 47, letters: 52, gap: 4 };

interface Station {
  readonly list: "emails" | "scripts";
  readonly at: number;
  readonly day: number;
  readonly height: number;
}

type Item = Readonly<Record<string, unknown>>;
const textOf = (item: Item, name: string): string => (typeof item[name] === "string" ? item[name] : "");
const linesOf = (text: string, letters: number): number => Math.max(1, Math.ceil(text.length / letters));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The last paragraph is the farewell, with the signature one line below it. */
const emailHeight = (item: Item): number => {
  const paragraphs = textOf(item, "body")
    .trim()
    .split(/\n\s*\n/)
    .slice(0, -1);
  return (
    EMAIL.frame + 2 * LINE + sum(paragraphs.map((one) => linesOf(one, EMAIL.letters) * LINE + EMAIL.gap))
  );
};
const scriptHeight = (item: Item): number =>
  SCRIPT.frame +
  sum(
    ((item["lines"] ?? []) as readonly Item[]).map(
      (line) => linesOf(textOf(line, "say"), SCRIPT.letters) * LINE + SCRIPT.gap,
    ),
  );

/**
 * Estimates the page of a field; 0 means unknown. Emails and scripts are in order of their days, each
 * unbroken.
 */
export function pageOfField(field: string, pages: number, fields: Fields): number {
  const [key = "", number] = field.split(".");
  if (key === "objection") return 1;
  if (key !== "emails" && key !== "scripts") return 0;
  const tree = readTree(dripOutline.root, fields) as unknown as Readonly<
    Record<Station["list"], readonly Item[]>
  >;
  const stations = (["emails", "scripts"] as const).flatMap((list) =>
    tree[list]
      .map((item, at): Station => ({
        list,
        at,
        day: Number(textOf(item, "day")) || 0,
        height: list === "emails" ? emailHeight(item) : scriptHeight(item),
      }))
      .toSorted((one, other) => one.day - other.day),
  );
  let page = 1;
  let used = HEAD;
  for (const [at, station] of stations.entries()) {
    const height =
      station.height +
      (station.list === "scripts" && stations[at - 1]?.list !== "scripts" ? SCRIPT.heading : 0);
    if (used + height > ROOM) {
      page++;
      used = 0;
    }
    used += height;
    if (station.list === key && station.at === Number(number)) break;
  }
  return Math.min(page, pages);
}
