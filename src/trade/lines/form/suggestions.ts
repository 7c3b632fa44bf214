import { useScreen } from "#trade/fieldwork/public.tsx";
import { findItems } from "#trade/prices/public.ts";
import { useBook } from "#trade/prices/public.tsx";

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

/**
 * What a line may begin with: items of the price book, the last used first, and then earlier lines.
 * @param known earlier lines, the last used first
 */
export function useSuggestions(typed: string, known: readonly Known[]) {
  const book = useBook(useScreen().zone);
  const found = book && typed.trim() !== "" ? findItems(book.items, typed, null) : (book?.items ?? []);
  const texts = [...found.slice(0, 50), ...known.slice(0, 200)].map(({ text }) => text);
  const find = (text: string): Known | undefined => {
    const item = book?.find(text);
    return item
      ? { ...item, cents: book!.priceOf(item) }
      : known.find((line) => line.text.toLowerCase() === text.toLowerCase());
  };
  return { book, texts: [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()], find };
}
