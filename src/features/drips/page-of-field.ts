import { dripOutline, type Fields, readTree } from "#features/writing/public.tsx";

// How much room a station takes, in points, as drip.typ sets it. Letters per line are those of usual words: this is for turning to a page,
// not for printing.
const ROOM = 650;
const HEAD = 200;
const STATION = 43;
const LINE = 16;
const LETTERS = { body: 74, say: 52 };

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

const mailHeight = (item: Item): number =>
  sum(
    textOf(item, "body")
      .split(/\n+/)
      .map((line) => linesOf(line, LETTERS.body) * LINE + 8),
  );
const scriptHeight = (item: Item): number =>
  24 + sum(((item["lines"] ?? []) as readonly Item[]).map((line) => linesOf(textOf(line, "say"), LETTERS.say) * LINE + 8));

/**
 * About on which page of so many the words of a field stand: the emails in the order of their days, then the scripts in theirs, each in one
 * piece. 0 is nowhere in particular.
 */
export function pageOfField(field: string, pages: number, fields: Fields): number {
  const [key = "", number] = field.split(".");
  if (key === "objection") return 1;
  if (key !== "emails" && key !== "scripts") return 0;
  const tree = readTree(dripOutline.root, fields) as unknown as Readonly<Record<Station["list"], readonly Item[]>>;
  const stations = (["emails", "scripts"] as const).flatMap((list) =>
    tree[list]
      .map(
        (item, at): Station => ({
          list,
          at,
          day: Number(textOf(item, "day")) || 0,
          height: STATION + (list === "emails" ? mailHeight(item) : scriptHeight(item)),
        }),
      )
      .toSorted((one, other) => one.day - other.day),
  );
  let page = 1;
  let used = HEAD;
  for (const station of stations) {
    if (used + station.height > ROOM) {
      page++;
      used = 0;
    }
    used += station.height;
    if (station.list === key && station.at === Number(number)) break;
  }
  return Math.min(page, pages);
}
