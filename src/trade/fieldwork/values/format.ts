export const formatHours = (hours: number): string =>
  `${hours.toLocaleString("en-US", { maximumFractionDigits: 2 })} h`;

// Creating one takes a hundred times as long as using it, and lists show a date in each row.
const days = new Intl.DateTimeFormat("en-US", {
  ...{ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" },
});

/** `Fri, Nov 20`. @param date "2026-11-20" */
export const formatDate = (date: string): string => days.format(Date.parse(date));

/** "Fri, Nov 20, 2026". */
export const formatLongDate = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
  });
