import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { MagnetBrief } from "../schema.ts";
import { choosePlaybook } from "../playbook/understand-brief.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { type FoundGuide, GuideSearch } from "./find-guide.ts";
import { type Guide, readGuide } from "./guide-file.ts";

let loaded: readonly Guide[] | undefined;

/**
 * All guides in content/guides, read once.
 * @throws Error naming the file and what is wrong with it
 */
export const guides = (): readonly Guide[] => (loaded ??= readGuides(path.resolve("content/guides")));

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

let search: GuideSearch | undefined;

/** The guide nearest to a brief; undefined if its trade has none. */
export const findGuide = (brief: MagnetBrief): FoundGuide | undefined =>
  (search ??= new GuideSearch(guides())).find(choosePlaybook(brief, playbooks()).id, brief);
