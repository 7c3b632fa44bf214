/** The page of an estimate, drawn at build time as EstiMini makes it (pictures/paper-page.ts). */
export const estimatePicture = {
  src: "/images/estimini-estimate.png",
  width: 612,
  height: 792,
  alt: "An estimate. North Fork Decks; side gate, 4 ft; EST-2026-014, June 16, 2026, valid until July 10. In every option: take out the old gate and haul it away, $160; set two posts in concrete, $190; hang the gate, 3 hours, $204. Cedar gate: $412.50, with tax $991.25 in all, $99.13 due on approval. Steel-framed gate: $588, with tax $1,177.28 in all, $117.73 due on approval. Extra you can add: keyed latch, $58, not in the total.",
} as const;
