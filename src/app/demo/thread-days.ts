import type { LoggedDay } from "./week.ts";

const crew = (count: number, hours: number) => ({
  company: "Summit Deck & Fence",
  trade: "Carpenters",
  count,
  hours,
});

/** The three days on which the steps of the thread were built, and how many days ago each was. */
export const THREAD_DAYS: readonly (LoggedDay & { readonly daysAgo: number })[] = [
  {
    daysAgo: 19,
    sky: { words: "Clear and calm", low: -1, high: 12, rain: {}, wind: 1.8, gust: 4 },
    becomes: ["submitted", "approved"],
    entries: [
      { time: "07:05", type: "crew", crew: crew(2, 8) },
      {
        time: "10:20",
        type: "work",
        text: "Old steps are out. Two treads were gone, and both stringers had split at the bolts. Hauled everything away.",
        photos: [{ scene: "lumber", caption: "New stringers and treads, covered, beside the drive" }],
      },
      {
        time: "15:40",
        type: "work",
        text: "Landing framed and leveled. Stringers hung, 7 risers at 7 1/4 in.",
        photos: [{ scene: "frame", caption: "Landing frame, square within 1/8 in" }],
      },
    ],
  },
  {
    daysAgo: 17,
    sky: { words: "Light rain until 9", low: 3, high: 9, rain: { 7: 0.6, 8: 0.4 }, wind: 3.1, gust: 8 },
    becomes: ["submitted", "approved"],
    entries: [
      { time: "07:20", type: "crew", crew: crew(2, 7.5) },
      {
        time: "11:30",
        type: "work",
        text: "All 7 treads and risers are on. Right handrail is set.",
        photos: [{ scene: "boards", caption: "Treads, hidden screws, 1/8 in gaps" }],
      },
      {
        time: "12:10",
        by: "owner",
        type: "note",
        text: "Ines wants a handrail on the left too. Told her it’s a change order.",
      },
    ],
  },
  {
    daysAgo: 16,
    sky: { words: "Partly cloudy", low: 2, high: 13, rain: {}, wind: 2.2, gust: 6 },
    becomes: ["submitted", "approved"],
    entries: [
      { time: "08:30", type: "crew", crew: crew(1, 5) },
      {
        time: "13:20",
        type: "work",
        text: "Ines approved the change at 8:00. Left posts set, rail hung. The steps are done, except for one rough edge.",
        photos: [{ scene: "rail", caption: "Left handrail, same posts as the right" }],
      },
    ],
  },
];
