import { openPdf, UnreadablePdf } from "#platform/pdf-pages/open-pdf.ts";
import { drawnScale, MOST } from "../rules.ts";
import { type Encoded, encodeWhole, pictureOf } from "./encode.ts";

/** A page as it is saved, and a small picture of it. */
export interface DrawnPage extends Encoded {
  readonly preview: Blob;
}

/** What somebody chose to add: pages, drawn one at a time. */
export interface PageSource {
  readonly name: string;
  readonly count: number;
  /** @param page from 1 @throws {Error} with a sentence for whoever chose it */
  draw(page: number): Promise<DrawnPage>;
  close(): void;
}

const MB = 1024 * 1024;
const MOST_PDF_MB = 300;
const PREVIEW_SIDE = 480;
/** A picture that is at most this large is saved as it is. */
const AS_IT_IS = { bytes: 20 * MB, types: ["image/jpeg", "image/png", "image/webp"] };

/** A phone has less memory. */
const mostPixels = () => (matchMedia("(pointer: coarse)").matches ? MOST.pixels / 2 : MOST.pixels);

const withoutEnding = (name: string) => name.replace(/\.[a-z]{3,4}$/i, "");
const isPdf = ({ type, name }: File) => type === "application/pdf" || /\.pdf$/i.test(name);

/** Opens what was chosen. @throws {Error} with a sentence for whoever chose it */
export async function openSource(files: readonly File[]): Promise<PageSource> {
  const [first, ...rest] = files;
  if (!first) throw new Error("Choose a PDF or a picture.");
  const name = withoutEnding(first.name);
  if (!files.some(isPdf))
    return {
      name,
      count: files.length,
      draw: (page) => drawPicture(files[page - 1]!),
      close: () => undefined,
    };
  if (rest.length > 0) throw new Error("Choose one PDF, or pictures.");
  if (first.size > MOST_PDF_MB * MB)
    throw new Error(`${first.name} is larger than ${MOST_PDF_MB} MB. Split it, then add the parts.`);
  try {
    const pdf = await openPdf(first);
    return {
      name,
      count: pdf.count,
      async draw(page) {
        const canvas = await pdf
          .draw(page, (size) => drawnScale(size, mostPixels()))
          .catch(() => {
            throw new Error(`Page ${page} of this PDF can’t be drawn. Save a new copy of it, then add that.`);
          });
        const drawn = await withPreview(canvas, canvas);
        [canvas.width, canvas.height] = [0, 0];
        return drawn;
      },
      close: () => void pdf.close(),
    };
  } catch (error) {
    throw new Error(
      error instanceof UnreadablePdf && error.problem === "password"
        ? `${first.name} has a password. Save a copy without one, then add that.`
        : error instanceof UnreadablePdf
          ? `${first.name} can’t be read. It may be damaged: download it again or save a new copy, then add that.`
          : "We couldn’t load what reads PDFs. Try again with a signal.",
      { cause: error },
    );
  }
}

async function drawPicture(file: File): Promise<DrawnPage> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(
      `${file.name} isn’t a picture this device can open. Save it as a JPEG or a PDF, then add that.`,
    );
  }
  try {
    const { width, height } = bitmap;
    if (
      file.size <= AS_IT_IS.bytes &&
      AS_IT_IS.types.includes(file.type) &&
      Math.max(width, height) <= MOST.side &&
      width * height <= MOST.pixels
    )
      return {
        picture: file,
        width,
        height,
        preview: (await encodeWhole(bitmap, bitmap, PREVIEW_SIDE)).picture,
      };
    return await withPreview(bitmap, bitmap);
  } finally {
    bitmap.close();
  }
}

async function withPreview(
  source: CanvasImageSource,
  size: { readonly width: number; readonly height: number },
): Promise<DrawnPage> {
  const asDrawn = source instanceof HTMLCanvasElement ? await pictureOf(source) : null;
  const { width, height } = size;
  const whole = asDrawn
    ? { picture: asDrawn, width, height }
    : await encodeWhole(source, size, MOST.side, mostPixels());
  return { ...whole, preview: (await encodeWhole(source, size, PREVIEW_SIDE)).picture };
}
