import { brand } from "#platform/config/brand.ts";

/**
 * Breadcrumbs from the home page down: name and path of each page above, and the page's own name unless
 * its title follows.
 */
export function Trail({
  above = [],
  here,
}: {
  above?: readonly (readonly [name: string, path: string])[];
  here?: string;
}) {
  const links = [[brand, "/"] as const, ...above];
  return (
    <nav aria-label="Breadcrumb" className="pt-6 text-sm text-pencil lg:pt-8">
      <ol className="flex flex-wrap gap-x-2">
        {links.map(([name, path], place) => (
          <li key={path} className="flex gap-x-2">
            <a className="text-link" href={path}>
              {name}
            </a>
            {here || place < links.length - 1 ? <span aria-hidden="true">/</span> : null}
          </li>
        ))}
        {here ? <li aria-current="page">{here}</li> : null}
      </ol>
    </nav>
  );
}
