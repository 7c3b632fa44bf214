import { LinkButton } from "#ui/button.tsx";
import { filterQuery, type ListFilters } from "./filters.ts";

/**
 * Links between the pages of a list by date.
 * @param path address of the list
 * @param next where the next page begins; null on the last
 * @param noun of its rows, such as "days"
 */
export function Pager({
  path,
  filters,
  isFirst,
  next,
  noun,
}: {
  path: string;
  filters: ListFilters;
  isFirst: boolean;
  next: string | null;
  noun: string;
}) {
  return (
    <p className="mt-6 flex flex-wrap gap-4">
      {isFirst ? null : (
        <LinkButton kind="plain" href={`${path}${filterQuery(filters)}`}>
          {filters.oldestFirst ? `Oldest ${noun}` : `Newest ${noun}`}
        </LinkButton>
      )}
      {next ? (
        <LinkButton kind="plain" href={`${path}${filterQuery(filters, { after: next })}`}>
          {filters.oldestFirst ? `Later ${noun}` : `Earlier ${noun}`}
        </LinkButton>
      ) : null}
    </p>
  );
}

/** A link that turns the order of the list around. */
export function OrderLink({ path, filters }: { path: string; filters: ListFilters }) {
  const { oldestFirst = false } = filters;
  return (
    <p className="office-order">
      {oldestFirst ? "Oldest first" : "Newest first"}
      <a
        className="text-link inline-flex min-h-11 items-center"
        href={`${path}${filterQuery({ ...filters, oldestFirst: !oldestFirst })}`}
      >
        {oldestFirst ? "Show newest first" : "Show oldest first"}
      </a>
    </p>
  );
}
