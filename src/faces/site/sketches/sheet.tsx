import type { ReactNode } from "react";

// The paper of the sketches: a ruled sheet with a heading, ruled parts, and signatures.

/** A sheet of paper: title and number at the top, parts below. */
export function Sheet({
  title,
  reference,
  about,
  children,
}: {
  title: string;
  reference: string;
  about: string;
  children: ReactNode;
}) {
  return (
    <div className="border border-rule bg-sheet px-4 py-5 text-sm shadow-sheet [--ground:var(--color-sheet)] sm:px-8 sm:py-7">
      <div className="border-b-2 border-ink pb-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 font-display text-xl leading-tight font-bold [word-spacing:0.06em]">
          <span>{title}</span>
          <span data-figures="">{reference}</span>
        </p>
        <p className="mt-1 text-pencil">{about}</p>
      </div>
      {children}
    </div>
  );
}

/** A part of the sheet: its name on the left, or above it on a phone. */
export function SheetPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-b border-rule py-3 last:border-b-0 last:pb-0 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <p className="label leading-[1.375rem]">{name}</p>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

const HANDS = {
  marcus:
    "M4 27C7 12 12 5 14 9c2 5-4 15-3 17 2 2 8-16 12-16 3 0-4 14-1 15 3 1 5-6 8-6 2 0-1 5 2 5s4-5 7-5-1 6 2 5c3 0 4-4 7-4 2 0 0 4 3 4m10-19c-2 8-5 19-4 20 2 1 2-18 9-19 7-1 4 7-2 8 6 0 8 10-3 10m15-8c4-1 5-5 2-5-4 0-5 9 0 9 5 0 9-15 12-18-4 6-7 18-4 18s8-16 10-18c-5 8-6 18-1 17l16-3",
  luis: "M12 5C9 13 6 22 7 25c3 3 9-2 14-3m3-7c-2 4-4 9-1 9 3-1 6-7 6-9-1 4-3 9 0 9s4-6 5-8c-1 4-3 8 0 8m2-14v1m2 12c3 1 6-2 7-8-1 3 3 5 2 8-1 2-4 1-5 0m22-17c-9 0-13 9-10 14 4 5 14 0 15-8 0-5-6-7-8-3m14 7c-2 4-3 8-3 9 1-5 5-9 8-8m1 5c4-2 8-13 6-14-4 0-5 22 2 13 4-4 8-2 18-5",
  kim: "M8 6C7 14 5 22 5 26m16-20C15 12 9 16 8 17c4 0 8 7 13 9m5-10c-1 4-3 8 0 9 3 0 4-5 5-9m-3-6v1m4 14c1-5 3-9 4-9 2 0-2 9-1 9 2-5 4-9 6-9s-2 9 0 9c2-4 3-9 6-9s-3 8 2 9m14-18c8-2 18-2 26-1m-14 0c-2 7-4 14-4 18m8-9c-2 4-2 8-3 9 1-5 4-9 9-9",
} as const;

/** A drawn signature, with the printed name beside it. */
export function Signature({ hand, className = "" }: { hand: keyof typeof HANDS; className?: string }) {
  return (
    <svg
      viewBox="0 0 136 32"
      className={`h-8 w-34 flex-none text-chalk ${className}`.trimEnd()}
      aria-hidden="true"
    >
      <path
        d={HANDS[hand]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
