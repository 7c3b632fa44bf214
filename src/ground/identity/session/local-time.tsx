import { useSyncExternalStore } from "react";

interface LocalTimeProps {
  readonly iso: string;
  /** In UTC; shown without script. */
  readonly words: string;
  /** Shown first, with the exact time below. */
  readonly ago?: string;
}

const neverChanges = () => () => {};

const formatInLocalZone = (iso: string) =>
  new Date(iso).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** The exact time in the reader's time zone, once script runs. */
export function LocalTime({ iso, words, ago }: LocalTimeProps) {
  const exact = useSyncExternalStore(
    neverChanges,
    () => formatInLocalZone(iso),
    () => words,
  );
  if (!ago) return <time dateTime={iso}>{exact}</time>;
  return (
    <div>
      <time dateTime={iso}>{ago}</time>
      <span className="block text-sm text-pencil sm:whitespace-nowrap">{exact}</span>
    </div>
  );
}
