import { useEffect, useState } from "react";

/** Counts down with script; states the time without. */
export function Leaving({ until }: { until: string }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (left === null) return "sending in a moment";
  return left > 0 ? `sends in ${left} s` : "going out now";
}
