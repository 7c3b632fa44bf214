// Texts inside an answer by their path, to name and replace them. An answer consists of objects, lists and
// strings.

/** A text and its path: "sections.1.paragraphs.0". */
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

/** List items of several texts, such as a point with its lead, joined so that they are checked as one. */
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
 * Replaces texts by path; unknown paths are ignored. A list item whose text becomes empty is removed, and
 * with a cell its row. A path of a list item with an empty text removes the item.
 */
export function withLines<T>(answer: T, changes: ReadonlyMap<string, string>): T {
  const isRemoved = (value: unknown, at: string): boolean =>
    changes.get(at) === "" && value !== "" && (typeof value !== "string" || /\.\d+$/.test(at));
  const walk = (value: unknown, at: string): unknown => {
    if (typeof value === "string") return changes.get(at) ?? value;
    const inside = (key: string | number) => (at === "" ? String(key) : `${at}.${key}`);
    if (Array.isArray(value)) {
      const list: unknown[] = value;
      return list.flatMap((inner, place) => {
        const losesCell =
          Array.isArray(inner) && inner.some((cell, column) => isRemoved(cell, `${inside(place)}.${column}`));
        return losesCell || isRemoved(inner, inside(place)) ? [] : [walk(inner, inside(place))];
      });
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, inside(key))]));
  };
  return walk(answer, "") as T;
}

/** Applies a function to every text of an answer. A list item that becomes empty stays. */
export function mapLines<T>(answer: T, change: (text: string) => string): T {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return change(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(answer) as T;
}

/** Without marks of bold text, and blanks to write on. */
export const withoutMarks = (line: string): string => line.replaceAll("**", "").replace(/_{3,}/g, "");
