import type { ReactNode } from "react";

/**
 * The product's signature: rows that hang on one true vertical line. Wrap the rows; the last one carries
 * the bob.
 */
export function PlumbLine({ children }: { children: ReactNode }) {
  return <div className="plumb page">{children}</div>;
}

/** A row on the line. `beam` is the start of the line, `bob` its end. */
export function PlumbRow({
  beam = false,
  bob = false,
  className = "",
  labelledBy,
  children,
}: {
  beam?: boolean;
  bob?: boolean;
  className?: string;
  labelledBy?: string;
  children: ReactNode;
}) {
  const Tag = labelledBy ? "section" : "div";
  return (
    <Tag
      className={`plumb-row ${className}`.trimEnd()}
      data-beam={beam ? "" : undefined}
      data-bob={bob ? "" : undefined}
      aria-labelledby={labelledBy}
    >
      {children}
      {bob ? <Bob /> : null}
    </Tag>
  );
}

function Bob() {
  return (
    <svg className="plumb-bob" viewBox="0 24 48 120" aria-hidden="true">
      <path className="fill-ink" d="M20 24h8v6h3v5H17v-5h3z" />
      <path className="fill-signal" d="M10 37h28l2 6-3 34-11 52h-4L11 77 8 43z" />
      <path className="fill-signal-deep" d="M24 37h14l2 6-3 34-11 52h-2z" />
      <path className="fill-ink" d="M9 47.5 8.7 52h30.600L39 47.500zM20.5 122l1.5 7 2 13 2-13 1.5-7z" />
    </svg>
  );
}
