/** Page one of a checklist's report, drawn at build time as Checky makes it (pictures/paper-page.ts). */
export const walkPicture = {
  src: "/images/checky-walk.png",
  width: 612,
  height: 792,
  alt: "Page one of a checklist report. North Fork Decks; deck final, guards and stairs; Dana R., rear deck; walked by Marcus Bell, June 26, 2026. 6 passed, 2 failed, 1 does not apply, 2 open issues. Failed: the handrail is a flat 2×6, issue PL-001, open; no drip edge over the east end of the ledger, with a photo, issue PL-002, ready for review. Below, each item by section with its answer.",
} as const;
