import { useSyncExternalStore } from "react";

/** A moment as the server wrote it, and as this device's own clock and zone would. */
interface LocalTimeProps {
  readonly iso: string;
  /** In UTC: what stands there without script. */
  readonly words: string;
  /** Shown first, the exact time below it. */
  readonly ago?: string;
}

const never = () => () => {};

const inOwnZone = (iso: string) =>
  new Date(iso).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** The exact time in the zone of the person who reads it, once there is script to know it by. */
export function LocalTime({ iso, words, ago }: LocalTimeProps) {
  const exact = useSyncExternalStore(
    never,
    () => inOwnZone(iso),
    () => words,
  );
  if (!ago) return <time dateTime={iso}>{exact}</time>;
  return (
    <div>
      <time dateTime={iso}>{ago}</time>
      <span className="block text-sm whitespace-nowrap text-pencil">{exact}</span>
    </div>
  );
}
