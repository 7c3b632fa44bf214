/** A marked photo, drawn at build time as ProofPix makes it for others (pictures/marked-photo.ts). */
export const photoPicture = {
  src: "/images/proofpix-photo.jpg",
  width: 720,
  height: 540,
  alt: "A photo of a footing hole with a tape in it. Drawn on the photo: a yellow line beside the tape that says 42 in, and a red arrow to the bottom with the words Firm soil.",
} as const;
