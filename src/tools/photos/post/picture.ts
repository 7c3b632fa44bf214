import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { type Format, FORMATS, layoutOf } from "./layout.ts";

const TEMPLATE = "tools/photos/post/post.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";
export const LONGEST_LINE = 60;

export interface Post {
  readonly format: Format;
  /** One photo, or the two of a pair, with their marks. */
  readonly photos: readonly { readonly jpeg: Uint8Array; readonly aspect: number }[];
  /** One for each photo of a pair. */
  readonly labels: readonly string[];
  readonly line: string;
  readonly business: string;
  readonly colour?: string | undefined;
  readonly logo?: Uint8Array | undefined;
}

/** A picture to post, for `renderJpeg`. */
export function pictureOf({ format, photos, labels, line, business, colour, logo }: Post): DocumentRequest {
  const { width, height } = FORMATS[format];
  const layout = layoutOf(
    format,
    photos.map(({ aspect }) => aspect),
  );
  const { area, onArea } = documentColors(colour, DEFAULT_COLOR);
  return {
    template: TEMPLATE,
    createdAt: Temporal.Instant.fromEpochMilliseconds(0),
    data: {
      ...{ width, height, area, business, line, band: layout.band },
      "on-area": onArea,
      logo: logo ? LOGO : null,
      photos: layout.photos.map((box, at) => ({
        ...{ box, file: `${at}.jpeg`, label: labels[at] ?? "", down: layout.labels[at] },
      })),
    },
    files: {
      ...(logo ? { [LOGO]: logo } : {}),
      ...Object.fromEntries(photos.map(({ jpeg }, at) => [`${at}.jpeg`, jpeg])),
    },
  };
}
