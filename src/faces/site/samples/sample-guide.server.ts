import { toPlainText } from "#trade/magnets/public.server.ts";
import { magnetBriefSchema, type WholeGuide, writeGuide } from "#ground/writing/public.server.ts";

/** Width of the maker's plain text. */
const COLUMNS = 72;

/** The made-up business of every sample. */
export const SAMPLE_BUSINESS = "North Fork Decks";
/** Its tone, which also selects the layout. */
export const SAMPLE_TONE = "Friendly";

/**
 * The guide on the home page and /leadMagnet, made by the maker from the same kind of input as anyone's.
 */
export function sampleGuide(): WholeGuide {
  const brief = magnetBriefSchema.parse({
    name: "Marcus Bell",
    email: "marcus@northfork.example",
    company: SAMPLE_BUSINESS,
    product: "Decks, stairs and railings",
    targetAudience: "homeowners planning a deck",
    goal: "Book a site visit",
    tone: SAMPLE_TONE,
    topic: "How to compare deck bids",
  });
  return writeGuide(brief);
}

/** A picture of a page, in CSS pixels, and its readable text. */
export interface GuidePicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Pictures of the guide's pages, drawn at build time by pictures/guide.ts at twice their display size. */
export function guidePictures(): Record<"cover" | "opening" | "list" | "nextStep", GuidePicture> {
  const { title, promise, readers, opening, sections, nextStep } = sampleGuide();
  const [urgent] = sections;
  const list = sections.find(({ points, isUrgent }) => points.length > 0 && !isUrgent);
  if (!urgent || !list) throw new Error("The sample guide has no sections to show.");
  const words = (...parts: readonly string[]) => parts.join(" ").replaceAll("**", "");
  return {
    cover: {
      src: "/images/sample-magnet-cover.png",
      width: 408,
      height: 528,
      alt: words(
        `Cover of a guide from ${SAMPLE_BUSINESS}: ${title}.`,
        `${promise}.`,
        `${readers}. Prepared by ${nextStep.contact.name}.`,
      ),
    },
    opening: {
      src: "/images/sample-magnet-opening.png",
      width: 576,
      height: 480,
      alt: words(...opening.paragraphs, `${urgent.heading}:`, ...urgent.points),
    },
    list: {
      src: "/images/sample-magnet-list.png",
      width: 576,
      height: 331,
      alt: words(...list.points),
    },
    nextStep: {
      src: "/images/sample-magnet-next-step.png",
      width: 576,
      height: 457,
      alt: words(
        `${nextStep.heading}.`,
        ...nextStep.paragraphs,
        `${nextStep.contact.email}, ${nextStep.contact.name}, ${nextStep.contact.company}.`,
      ),
    },
  };
}

/**
 * The beginning of the text version: as many blocks as a page has room for, each as its lines. Lines that
 * the maker wrapped at 72 columns are joined again.
 */
export function sampleText(blocks: number): readonly (readonly string[])[] {
  return toPlainText(sampleGuide())
    .split(/\n{2,}/)
    .slice(0, blocks)
    .map((block) => unwrapped(block.split("\n")));
}

/**
 * Joins a line to the one before if its first word didn't fit there. The row of characters under a heading
 * stays alone.
 */
function unwrapped(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const [at, line] of lines.entries()) {
    const words = line.trimStart();
    const firstWord = words.split(" ", 1)[0]!;
    const wrapped = at > 0 && !/^[=-]+$/.test(line) && lines[at - 1]!.length + 1 + firstWord.length > COLUMNS;
    whole.push(wrapped ? `${whole.pop()} ${words}` : words);
  }
  return whole;
}
