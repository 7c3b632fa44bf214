import { readFile } from "node:fs/promises";
import { type Mark, overlayOf } from "#trade/fieldwork/public.ts";
import { drawPhoto } from "#platform/pictures/photo.server.ts";
import { photoPicture } from "../tools/photo-picture.ts";

const PHOTO = "src/faces/site/pictures/photos/footing.jpeg";

const MARKS: readonly Mark[] = [
  { id: "tape", kind: "line", color: "yellow", from: [0.47, 0.09], to: [0.49, 0.72], text: "42 in" },
  { id: "soil", kind: "circle", color: "red", from: [0.34, 0.58], to: [0.66, 0.86], text: "" },
  {
    ...{ id: "where", kind: "words", color: "white", text: "Footing 2, before the pour" },
    ...{ from: [0.05, 0.08], to: [0.05, 0.08] },
  },
];

/**
 * A photo with marks as ProofPix burns them into what leaves the business, as JPEG by path. This starts the
 * document renderers: close them afterwards.
 */
export async function drawMarkedPhoto(): Promise<Map<string, Buffer>> {
  const { drawn } = await drawPhoto(
    () => readFile(PHOTO),
    "jpeg",
    { shown: photoPicture.width },
    ["shown"],
    overlayOf(MARKS) ?? undefined,
  );
  return new Map([[photoPicture.src, Buffer.from(drawn.shown.bytes)]]);
}
