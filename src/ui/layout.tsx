import type { ReactNode } from "react";

/** The page's column. `narrow` is for a single form or text. */
export function Page({
  narrow = false,
  children,
  className = "",
}: {
  narrow?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return <div className={`page ${narrow ? "page-narrow" : ""} ${className}`.trim()}>{children}</div>;
}

/** The page's `h1`, with a sentence under it and the page's action beside it. */
export function PageHeader({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="page-header">
      <div>
        <h1>{title}</h1>
        {children ? <div className="mt-4 max-w-measure text-lg text-pencil">{children}</div> : null}
      </div>
      {action ? <div>{action}</div> : null}
    </header>
  );
}

/** A part of a page, with a line above it and a heading. */
export function Section({
  title,
  id,
  children,
  action,
  level = 2,
}: {
  title?: ReactNode;
  id?: string;
  children: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="section" id={id} aria-labelledby={title && id ? `${id}-title` : undefined}>
      {title ? (
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Heading className="text-2xl" id={id ? `${id}-title` : undefined}>
            {title}
          </Heading>
          {action}
        </header>
      ) : null}
      {children}
    </section>
  );
}

/** A box, for the rare thing that must be set apart. Never nest it. */
export function Panel({
  tone,
  children,
  className = "",
}: {
  tone?: "level" | "brick" | "chalk";
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`panel ${className}`.trimEnd()} data-tone={tone}>
      {children}
    </div>
  );
}

/**
 * A list of labels and values. With `counts`, every value is a number and the labels get most of the
 * width.
 */
export function DataList({
  items,
  counts = false,
}: {
  items: readonly (readonly [term: string, value: ReactNode])[];
  counts?: boolean;
}) {
  return (
    <dl className="data-list" data-figures="" data-counts={counts ? "" : undefined}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
