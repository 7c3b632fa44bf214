import { readFile } from "node:fs/promises";
import { type Mark, overlayOf } from "#trade/fieldwork/public.ts";
import { drawPhoto } from "#platform/pictures/photo.server.ts";
import { photoPicture } from "../tools/photo-picture.ts";

const PHOTO = "src/faces/site/pictures/photos/footing.jpeg";

const MARKS: readonly Mark[] = [
  { id: "tape", kind: "line", color: "yellow", from: [0.59, 0.08], to: [0.59, 0.72], text: "42 in" },
  { id: "soil", kind: "arrow", color: "red", from: [0.24, 0.88], to: [0.41, 0.76], text: "" },
  { id: "what", kind: "words", color: "white", text: "Firm soil", from: [0.06, 0.9], to: [0.06, 0.9] },
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
