/** The first page of a day's log, drawn at build time as BuildLog makes it (pictures/log-page.ts). */
export const logPicture = {
  src: "/images/buildlog-day.png",
  width: 612,
  height: 792,
  alt: "Page one of a daily log. North Fork Decks; Dana R., rear deck; Thursday, June 18, 2026. Weather: thunderstorm in the afternoon, with temperature, rain, and wind every other hour, observed at a station 4.2 miles away. Log: submitted by Marcus at 5:04 PM. Crew: three carpenters, and an electrician whose hours were corrected late from 3 to 2, both to be read. Work: beam set, 9 of 13 joists hung. Delivery: 28 deck boards, two of them split.",
} as const;
