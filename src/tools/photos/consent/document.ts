import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { captionOf, groupPairs, type Half, USES, type Wording } from "./rules.ts";

const TEMPLATE = "tools/photos/consent/consent.typ";
const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** What a client is asked, on paper. */
export interface ConsentDocument {
  readonly wording: Wording;
  readonly photos: readonly (Half & { readonly caption: string })[];
  /** Paths of the pictures by hash. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly createdAt: Temporal.Instant;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly business: string;
  /** Lines of the letterhead: phone, license, address. */
  readonly contact: readonly string[];
  readonly colour?: string | undefined;
  readonly logo?: Uint8Array | undefined;
}

const pictureName = (sha256: string): string => `${sha256}.jpeg`;

/** The PDF of a request, for `renderPdf`. The same request gives the same bytes. */
export function documentOf(ask: ConsentDocument): DocumentRequest {
  const { wording, photos, pictures, createdAt, zone, contact, logo } = ask;
  const sender = ask.business || "Plumbline";
  const title = "May we show these photos?";
  let number = 0;
  const rows = groupPairs(photos).map((group) =>
    group.map(({ sha256, caption }, at) => {
      const half = group.length === 1 ? null : at === 0 ? "before" : "after";
      const text = captionOf(++number, half, caption);
      return { file: pictures.has(sha256) ? pictureName(sha256) : null, text, sha256 };
    }),
  );
  return {
    template: TEMPLATE,
    data: {
      ...{ title, author: sender, sender, contact, rows },
      description: `${title} A request by ${sender}.`,
      date: dayWords(createdAt.toZonedDateTimeISO(zone).toPlainDate()),
      intro: wording.intro,
      uses: USES.map((use) => wording.uses[use]),
      paragraphs: [wording.notShown, wording.change],
      accent: documentColors(ask.colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      words: { page: "Page", of: "of", where: "Where they’d be shown", photos: "The photos" },
    },
    createdAt,
    files: {
      ...(logo ? { [LOGO]: logo } : {}),
      ...Object.fromEntries(
        [...pictures].map(([sha256, path]) => [pictureName(sha256), { path, isPhoto: true }]),
      ),
    },
  };
}
