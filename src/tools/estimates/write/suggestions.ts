import { useMemo } from "react";
import { useRecords } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { findItems } from "#trade/prices/public.ts";
import { useBook } from "#trade/prices/public.tsx";
import { ESTIMATE, type Line, linesOf } from "../rules/estimate.ts";

/** Lines of every estimate on this device, the last used first, one for each text. */
function useKnownLines(): readonly Line[] {
  const records = useRecords(ESTIMATE, null);
  return useMemo(() => {
    const lines = (records ?? [])
      .flatMap(({ values }) => linesOf(values))
      .filter(({ needsPrice }) => !needsPrice)
      .toReversed();
    return [
      ...new Map(lines.toReversed().map((line) => [line.text.toLowerCase(), line])).values(),
    ].toReversed();
  }, [records]);
}

/** Suggestions for a line: items of the price book, the last used first, then lines of earlier estimates. */
export function useSuggestions(typed: string) {
  const book = useBook(useScreen().zone);
  const known = useKnownLines();
  const found = book && typed.trim() !== "" ? findItems(book.items, typed, null) : (book?.items ?? []);
  const texts = [...found.slice(0, 50), ...known.slice(0, 200)].map(({ text }) => text);
  const find = (text: string) => {
    const item = book?.find(text);
    return item
      ? { ...item, cents: book!.priceOf(item) }
      : known.find((line) => line.text.toLowerCase() === text.toLowerCase());
  };
  return { book, texts: [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()], find };
}
