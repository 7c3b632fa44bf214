/** A marked photo, drawn at build time as ProofPix makes it for others (pictures/marked-photo.ts). */
export const photoPicture = {
  src: "/images/proofpix-photo.jpg",
  width: 720,
  height: 540,
  alt: "A photo of a footing hole with a tape in it. Drawn on the photo: a yellow line along the tape that says 42 in, a red circle around the loose soil at the bottom, and the words Footing 2, before the pour.",
} as const;
