/** The page of a change, drawn at build time as ChangeLog makes it (pictures/paper-page.ts). */
export const changePicture = {
  src: "/images/changelog-order.png",
  width: 612,
  height: 792,
  alt: "Page one of a change order request. North Fork Decks for Dana R.; stair footings down to firm ground; COR-002, revision 1, June 16, 2026, reply by June 19. Reason: hidden condition, old fill at 42 inches. Labor, 6 hours, $408; concrete $119; form tubes $52; a second inspection $95; 15% markup on labor and material; $760.85 in all. Contract sum before, $19,040; with this change, $19,800.85. One more day: done on June 26.",
} as const;
