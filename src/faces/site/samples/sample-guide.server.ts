import { toPlainText } from "#trade/magnets/public.server.ts";
import { magnetBriefSchema, type MagnetText, writeMagnet } from "#ground/writing/public.server.ts";

/** Width of the maker's plain text. */
const COLUMNS = 72;

/** The made-up business that every sample is about. */
export const SAMPLE_BUSINESS = "North Fork Decks";
/** How it speaks: that chooses the layout too. */
export const SAMPLE_TONE = "Friendly";

/**
 * The guide on the home page and on /leadMagnet: written by the maker, as it would be for anyone who typed
 * this.
 */
export function sampleGuide(): MagnetText {
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

/** A picture of a page, in CSS pixels, and the words that can be read in it. */
export interface GuidePicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * Pictures of the guide's pages, drawn at build by pictures/guide.ts. Twice as many pixels as they take on a
 * page.
 */
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
 * How the text version begins: as many blocks as a page has room for, each as its lines. What the maker
 * wrapped at 72 columns is one line again.
 */
export function sampleText(blocks: number): readonly (readonly string[])[] {
  return toPlainText(sampleGuide())
    .split(/\n{2,}/)
    .slice(0, blocks)
    .map((block) => unwrapped(block.split("\n")));
}

/**
 * A line goes on the one before where its first word had no room there. The row of signs under a heading
 * stands alone.
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
