// The texts inside an answer by their places, for naming what must change and for changing it. An answer is
// objects, lists and texts.

/** A text and where it stands: "sections.1.paragraphs.0". */
export interface Line {
  readonly at: string;
  readonly text: string;
}

/** Every text of an answer, in reading order. */
export function linesOf(answer: unknown, at = ""): Line[] {
  if (typeof answer === "string") return [{ at, text: answer }];
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([key, inner]) => linesOf(inner, at === "" ? key : `${at}.${key}`));
}

/**
 * Things in lists that are made of a few texts, such as a point with its lead: what is judged as one, with
 * the texts in a row.
 */
export function unitsIn(answer: unknown, at = ""): Line[] {
  if (typeof answer !== "object" || answer === null) return [];
  const inside = Object.entries(answer).flatMap(([key, inner]) =>
    unitsIn(inner, at === "" ? key : `${at}.${key}`),
  );
  const texts: unknown[] = Object.values(answer);
  const isUnit = /\.\d+$/.test(at) && texts.every((text) => typeof text === "string");
  return isUnit ? [...inside, { at, text: texts.join(" ") }] : inside;
}

/**
 * The answer with some texts changed; a place that does not exist changes nothing. In a list, what is changed
 * into an empty text is left out: a text, or a thing made of texts.
 */
export function withLines<T>(answer: T, changes: ReadonlyMap<string, string>): T {
  const walk = (value: unknown, at: string): unknown => {
    if (typeof value === "string") return changes.get(at) ?? value;
    if (changes.get(at) === "") return "";
    const inside = (key: string) => (at === "" ? key : `${at}.${key}`);
    if (Array.isArray(value))
      return value.map((inner, place) => walk(inner, inside(String(place)))).filter((inner) => inner !== "");
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, inside(key))]));
  };
  return walk(answer, "") as T;
}

/** The answer with every text changed by a rule. */
export function mapLines<T>(answer: T, change: (text: string) => string): T {
  return withLines(answer, new Map(linesOf(answer).map(({ at, text }) => [at, change(text)])));
}
