import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { SavedSearch } from "#platform/search/text-search.ts";
import { GuideSearch } from "./find-guide.ts";
import { type Guide, readGuide } from "./guide-file.ts";
import { GuideRanking, type SavedRanking } from "./rank-guides.ts";

/** Where guides are written. */
export const FOLDER = path.resolve("content/guides");

/** What the makers choose from. */
interface Library {
  readonly guides: readonly Guide[];
  /** The index of a GuideSearch; made when it's first needed if there is none yet. */
  readonly search: SavedSearch | undefined;
  /** More that people type, by a guide's id, or the ranking that was made of it. */
  readonly typed: Readonly<Record<string, readonly string[]>> | SavedRanking;
  /** What people ask a trade and no guide answers, by trade. */
  readonly unanswered: Readonly<Record<string, readonly string[]>>;
}

/**
 * The file in which the build saves the library: reading more than 300 guides and indexing them took most
 * of a second. It's of the same build as the code, which `npm start` makes again when content changes.
 */
declare const __LIBRARY__: string | undefined;

let loaded: Library | undefined;

/**
 * The library, read once: as the build saved it, or from content/guides.
 * @throws Error naming the file and what is wrong with it
 */
export const library = (): Library =>
  (loaded ??=
    typeof __LIBRARY__ === "string"
      ? (JSON.parse(readFileSync(path.resolve(__LIBRARY__), "utf8")) as Library)
      : { guides: readGuides(FOLDER), search: undefined, ...readPhrases() });

/**
 * All guides.
 * @throws Error naming the file and what is wrong with it
 */
export const guides = (): readonly Guide[] => library().guides;

/** The library with its indexes as JSON, for the build. */
export function packLibrary(): string {
  const all = readGuides(FOLDER);
  const { typed, unanswered } = readPhrases();
  return JSON.stringify({
    ...{ guides: all, unanswered },
    search: new GuideSearch(all).save(),
    typed: new GuideRanking(all, typed).save(),
  } satisfies Library);
}

const readPhrases = () => ({
  typed: phrasesIn("what-clients-type.json"),
  unanswered: phrasesIn("what-no-guide-answers.json"),
});

const phrasesIn = (name: string): Readonly<Record<string, readonly string[]>> =>
  z
    .record(z.string(), z.array(z.string().min(1)))
    .parse(JSON.parse(readFileSync(path.join(FOLDER, name), "utf8")));

/** The guides in a folder of trades, by name. */
function readGuides(folder: string): Guide[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .flatMap((trade) =>
      readdirSync(path.join(folder, trade))
        .filter((name) => name.endsWith(".md"))
        .toSorted()
        .map((name) =>
          readGuide(readFileSync(path.join(folder, trade, name), "utf8"), `${trade}/${name.slice(0, -3)}`),
        ),
    );
}
