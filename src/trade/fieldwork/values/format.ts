export const formatHours = (hours: number): string =>
  `${hours.toLocaleString("en-US", { maximumFractionDigits: 2 })} h`;

/** `Fri, Nov 20`. */
export const formatDate = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });

/** "Fri, Nov 20, 2026". */
export const formatLongDate = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
  });
