import { formatNumber } from "#ui/bars.tsx";

/** A link to the quarantined captures with their number; nothing if there are none. */
export function QuarantineNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mb-6 max-w-measure">
      <a className="text-link" href="/account/leads/held">
        {count === 1 ? "1 request looks like spam" : `${formatNumber(count)} requests look like spam`}
      </a>{" "}
      and {count === 1 ? "waits" : "wait"} for you to check.
    </p>
  );
}
