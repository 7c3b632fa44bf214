import { articles } from "#faces/site/articles/articles.server.ts";
import { indexedScreens, prerendered } from "./prerendered.ts";

/** Every address that search engines may list, with the date of its last change where known. */
export function indexable(): { readonly path: string; readonly changed?: string }[] {
  return [
    ...[...prerendered, ...indexedScreens].map((path) => ({ path })),
    ...articles().map(({ path, date }) => ({ path, changed: date.iso })),
  ];
}
