export { priceLabels } from "./labels.ts";
export { type Book, useBook, useBookChanges } from "./use-book.ts";
export { SaveItem } from "./book/save-item.tsx";
export { KitBox } from "./kits/kit-box.tsx";
