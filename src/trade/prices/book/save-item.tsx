import { useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { type Book, type Entered, useBookChanges } from "../use-book.ts";
import { announced } from "./frame.tsx";

/** Saves what was just written to the price book, with one tap; nothing for what is in it. */
export function SaveItem({ book, entered }: { book: Book; entered: Omit<Entered, "category"> }) {
  const { tell } = useScreen();
  const { isManager } = useLabels();
  const { save } = useBookChanges();
  if (!isManager || book.find(entered.text)) return null;
  const { text, unit, cents, cost, isTaxable } = entered;
  const add = () => save(book, { text, unit, cents, cost, isTaxable, category: "" });
  return (
    <Button
      type="button"
      kind="quiet"
      onClick={() => void announced(tell, `${text} is in the price book.`, add)}
    >
      Save to price book
    </Button>
  );
}
