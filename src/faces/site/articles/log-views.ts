/** The part of the sample log that an article shows: its position, and its alternative text. */
export interface LogView {
  /** The log with photos; otherwise the day's log. */
  readonly of?: "photos";
  /** Points below the top of the first page; the second begins at 792. */
  readonly top: number;
  /** Width shown, in points; the full width by default. */
  readonly width?: number;
  readonly alt: string;
}

/**
 * The part of BuildLog's sample log that each article shows, by slug; an article without one shows its
 * drawing.
 */
export const logViews: Readonly<Record<string, LogView>> = {
  "avoid-disputes-with-daily-logs": {
    top: 447,
    alt: "Part of a day’s log. Crew: three carpenters with 7.5 hours each; an electrician with 3 hours, struck through; the same electrician with 2 hours, marked as a correction written late, at 7:40 PM, because he called to say he left at noon. Total: four people, 24.5 hours. Below: the beam is set and 9 of 13 joists are hung; 28 deck boards came at 9:20, two of them split.",
  },
  "benefits-of-daily-logs": {
    top: 30,
    alt: "The head of a day’s log on the business’s letterhead: North Fork Decks; Dana R., rear deck; June 18, 2026. Below it the day: a thunderstorm in the afternoon, four people on site, submitted by Marcus at 5:04 PM.",
  },
  "how-to-log-weather": {
    top: 204,
    width: 484,
    alt: "Part of a day’s log. Weather: thunderstorm in the afternoon; high 81 °F, low 54 °F; rain 0.33 inches; gusts 36 mph; observed at a station 4.2 miles away. A table with temperature, rain, and wind every other hour from 6 AM to 6 PM.",
  },
  "jobsite-photo-tips": {
    of: "photos",
    top: 824,
    alt: "Two photos in a day’s log. Photo 3: a round footing in the ground with a tape measure standing in it; Stair footing, 42 in, tape from the string; June 18, 2026, 11:18 AM, rear deck. Photo 4: a board bolted to a house wall; Ledger, north half, 1/2 in bolts; 11:36 AM, rear deck.",
  },
  "photos-vs-notes": {
    of: "photos",
    top: 330,
    width: 700,
    alt: "Part of a day’s log. Work, 9:40 AM: 28 deck boards came at 9:20, two of them split, set aside, noted on the ticket; the frame is square within 1/8 in; photos 1 and 2. Work, 11:45 AM: stair footing dug to 42 in, the inspector saw it at 11:20, concrete at noon; the ledger is bolted, siding covers it tomorrow; photos 3 and 4. Below, photo 1 shows the boards on blocks by the drive, photo 2 the joists from the gate.",
  },
  "seven-essential-daily-log-items": {
    top: 341,
    alt: "Part of a day’s log. Weather by the hour; then the crew by company and trade, with people, hours each, and hours: four people, 24.5 hours in all.",
  },
};
