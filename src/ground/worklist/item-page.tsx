import type { ReactNode } from "react";
import type { Choice } from "#ui/field.tsx";
import { EmptyList } from "./empty-list.tsx";
import { FilterForm } from "./filter-form.tsx";
import { filterQuery, hasFilters, type ListFilters } from "./filters.ts";
import { OfficePage } from "./office-page.tsx";
import { OrderLink, Pager } from "./pager.tsx";

/** What the page of a list shows. */
export interface ItemList<Item> {
  readonly filters: ListFilters;
  readonly isFirst: boolean;
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly jobs: readonly Choice[];
}

/**
 * The office page of one kind over all jobs: search, filters, rows, pages, a CSV at `{path}/{title}.csv`.
 * @param title of the page, in lower case the name of the CSV: "Deliveries"
 * @param things what its rows are called; default: the title in lower case
 * @param path address of the list
 * @param about below the title
 * @param hint below the search
 * @param views links to what belongs to the list
 * @param message the outcome of what was just done
 * @param children a row
 */
export function ItemPage<Item extends { readonly id: string }>({
  title,
  things = title.toLowerCase(),
  path,
  about,
  hint,
  views,
  message,
  list: { filters, isFirst, items, next, jobs },
  children,
}: {
  title: string;
  things?: string;
  path: string;
  about: ReactNode;
  hint: string;
  views?: ReactNode;
  message?: ReactNode;
  list: ItemList<Item>;
  children: (item: Item) => ReactNode;
}) {
  const all = `Show all ${things}`;
  return (
    <OfficePage
      title={title}
      // An empty list says it below, with what to do first.
      about={items.length === 0 && !hasFilters(filters) ? null : about}
      csv={jobs.length > 0 ? `${path}/${title.toLowerCase()}.csv${filterQuery(filters)}` : null}
      views={views}
      message={message}
    >
      {jobs.length > 0 ? (
        <FilterForm
          path={path}
          filters={filters}
          jobs={jobs}
          label={`Search all ${things}`}
          hint={hint}
          summary="Job and days"
          all={all}
        />
      ) : null}
      {items.length > 0 && !filters.words ? <OrderLink path={path} filters={filters} /> : null}
      {items.length > 0 ? (
        <ul className="office-found">
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      ) : (
        <EmptyList
          nothingFits={
            hasFilters(filters)
              ? {
                  title: "No matches",
                  advice: "Try different words, another job, or other days.",
                  all: { href: path, label: all },
                }
              : null
          }
          hasJobs={jobs.length > 0}
          first={{ title: `No ${things} yet`, label: "Open a job" }}
        >
          {about}
        </EmptyList>
      )}
      <Pager path={path} filters={filters} isFirst={isFirst} next={next} noun={things} />
    </OfficePage>
  );
}
