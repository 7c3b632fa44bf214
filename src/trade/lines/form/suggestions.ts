import { useMemo } from "react";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { findItems } from "#trade/prices/public.ts";
import { type Book, useBook } from "#trade/prices/public.tsx";

/** What a line may begin with: an item of the price book, or an earlier line. */
export interface Known {
  readonly text: string;
  readonly unit: string;
  /** The price of one. */
  readonly cents: number;
  /** What one costs us. */
  readonly cost: number | null;
  readonly isTaxable: boolean;
}

const NONE: Book["items"] = [];

/**
 * What a line may begin with: items of the price book, the last used first, and then earlier lines.
 * @param known earlier lines, the last used first
 */
export function useSuggestions(typed: string, known: readonly Known[]) {
  const book = useBook(useScreen().zone);
  // The same list while nothing else is found, because hundreds of suggestions are drawn from it.
  const found = useMemo(() => {
    const items = book?.items ?? NONE;
    return typed.trim() === "" || items.length === 0 ? items : findItems(items, typed, null);
  }, [book, typed]);
  const texts = useMemo(() => {
    const all = [...found.slice(0, 50), ...known.slice(0, 200)].map(({ text }) => text);
    return [...new Map(all.map((text) => [text.toLowerCase(), text])).values()];
  }, [found, known]);
  const find = (text: string): Known | undefined => {
    const item = book?.find(text);
    return item
      ? { ...item, cents: book!.priceOf(item) }
      : known.find((line) => line.text.toLowerCase() === text.toLowerCase());
  };
  return { book, texts, find };
}
