/** The first page of a toolbox talk, drawn at build time as SiteSafe makes it (pictures/paper-page.ts). */
export const talkPicture = {
  src: "/images/sitesafe-talk.png",
  width: 612,
  height: 792,
  alt: "Page one of a toolbox talk. North Fork Decks; extension ladders, TBT-2026-0007; June 17, 2026; Dana R., rear deck; led by Marcus Bell, in English and Spanish. Complete: 4 of 4 signed. What we agreed on: one foot out for every four up; Kim ties the top before anybody carries a board. Then who was there: Ana Ruiz on her own phone, in Spanish; Kim Tran, Luis Ortega, and Marcus Bell on Marcus Bell’s phone, each with a drawn signature and the time. Below, what was read.",
} as const;
