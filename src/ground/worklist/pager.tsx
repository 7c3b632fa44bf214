import { LinkButton } from "#ui/button.tsx";
import { filterQuery, type ListFilters } from "./filters.ts";

/**
 * Links between the pages of a list, newest first.
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
          {`Newest ${noun}`}
        </LinkButton>
      )}
      {next ? (
        <LinkButton kind="plain" href={`${path}${filterQuery(filters, { after: next })}`}>
          {`Earlier ${noun}`}
        </LinkButton>
      ) : null}
    </p>
  );
}
