/** CSS pixels of the phone that the pictures show; each is two by two pixels of a picture. */
export const PHONE_SCREEN = { width: 390, height: 780, density: 2 } as const;

/**
 * Screens of the demonstration that pages show, photographed by `npm run pictures` in light and dark into
 * public/images/screens, with their alternative texts, which name nothing that depends on the day.
 */
export const SCREENS = {
  "job-done":
    "The Fowler steps job on a phone, marked done. A green note says: The work is done. Next: show it, hand over the package, ask for a review. Below it a button, Finish up, and tiles for the daily log, photos, checklists, and change orders, each with its count.",
  "daily-log":
    "A day of the Vogel deck on a phone, submitted: the weather with the station that observed it and how far away that is, and buttons for a photo, a video, and a picture from the gallery.",
  "log-entries":
    "Entries of a day on a phone, each with its author and time: a safety note, and work with a photo. Below each are buttons: Correct, Make it an issue, This is extra work, Make it a safety action.",
  "change-client":
    "A change order as the client opens it on a phone, without an account: the price and one more day, what changes, the reason, where, who asked for it and when, and at the bottom the price again with a button, Approve or reply.",
  issues:
    "The issues of the Rahman deck on a phone, by place. Each has its number, who fixes it, when it is due, its state, and a photo.",
  "photo-roll": "The photos of the Vogel deck on a phone, by day, and a button that opens the camera.",
  "estimate-client":
    "An estimate as the client sees it on a phone, without an account, approved: the total, when work starts, lines with quantities and prices, one with a photo, and the option they chose.",
  "safety-talk":
    "A toolbox talk about extension ladders on a phone: its number, its day, and who leads it. It is there in English and Spanish, with a button to read it aloud. Two of three have signed; the button below says Pass the phone.",
} as const;

export type ScreenName = keyof typeof SCREENS;

/** The file of a screen's picture. */
export const screenFile = (name: ScreenName, scheme: "light" | "dark", type: "avif" | "webp"): string =>
  `/images/screens/${name}-${scheme}.${type}`;
