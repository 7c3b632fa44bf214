import { Link, useLocation } from "react-router";

/** Links through a long list, within its own address. Renders nothing when there is only one page. */
export function Pager({ page, more, label }: { page: number; more: boolean; label: string }) {
  const { pathname, search } = useLocation();
  const to = (number: number) => {
    const query = new URLSearchParams(search);
    query.delete("did");
    if (number > 1) query.set("page", String(number));
    else query.delete("page");
    return `${pathname}${query.size ? `?${query}` : ""}`;
  };
  if (page === 1 && !more) return null;
  return (
    <nav aria-label={label} className="mt-6 flex flex-wrap items-center gap-4">
      {page > 1 ? (
        <Link className="button" data-kind="plain" data-size="small" to={to(page - 1)} rel="prev">
          Newer
        </Link>
      ) : null}
      <span>Page {page}</span>
      {more ? (
        <Link className="button" data-kind="plain" data-size="small" to={to(page + 1)} rel="next">
          Older
        </Link>
      ) : null}
    </nav>
  );
}
