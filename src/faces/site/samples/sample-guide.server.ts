import { toPlainText } from "#trade/magnets/public.server.ts";
import { magnetBriefSchema, type ComposedGuide, writeMagnet } from "#ground/writing/public.server.ts";

/** Width of the maker's plain text. */
const COLUMNS = 72;

/** The made-up business of every sample. */
export const SAMPLE_BUSINESS = "North Fork Decks";
/** Its tone, which also selects the layout. */
export const SAMPLE_TONE = "Friendly";

/**
 * The guide on the home page and /leadMagnet, made by the maker from the same kind of input as anyone's.
 */
export function sampleGuide(): ComposedGuide {
  const brief = magnetBriefSchema.parse({
    name: "Marcus Bell",
    email: "marcus@northfork.example",
    company: SAMPLE_BUSINESS,
    product: "Decks, stairs and railings",
    targetAudience: "homeowners planning a deck",
    goal: "Book a site visit",
    tone: SAMPLE_TONE,
    topic: "9 questions to ask before you hire a deck builder",
  });
  return writeMagnet(brief);
}

/** A picture of a page, in CSS pixels, and its readable text. */
export interface GuidePicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Pictures of the guide's pages, drawn at build time by pictures/guide.ts at twice their display size. */
export function guidePictures(): Record<"cover" | "section" | "checklist" | "nextStep", GuidePicture> {
  const { title, promise, readers, sections, todoLabel, checklist, about, nextStep } = sampleGuide();
  const [section] = sections;
  if (!section) throw new Error("The sample guide has no section to show.");
  const words = (...parts: readonly string[]) => parts.join(" ");
  return {
    cover: {
      src: "/images/sample-magnet-cover.png",
      width: 408,
      height: 528,
      alt: words(
        `Cover of a guide from ${SAMPLE_BUSINESS}: ${title}.`,
        promise,
        `${readers}. Prepared by ${nextStep.contact.name}.`,
      ),
    },
    section: {
      src: "/images/sample-magnet-section.png",
      width: 576,
      height: 424,
      alt: words(
        `Section 1: ${section.heading}.`,
        ...section.paragraphs,
        ...section.points.map(({ title, text }) => `${title}: ${text}`),
        `${todoLabel}: ${section.todo}`,
      ),
    },
    checklist: {
      src: "/images/sample-magnet-checklist.png",
      width: 576,
      height: 620,
      alt: words(
        `${checklist.heading}.`,
        checklist.intro,
        ...checklist.groups.map(({ heading, items }) => `${heading}: ${items.join("; ")}.`),
      ),
    },
    nextStep: {
      src: "/images/sample-magnet-next-step.png",
      width: 576,
      height: 604,
      alt: words(
        ...[about, nextStep].flatMap(({ heading, paragraphs }) => [`${heading}.`, ...paragraphs]),
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
