import type { Playbook } from "../playbook/schema.ts";
import { stems } from "../text/normalize.ts";

/** About 6,000 tokens of English. */
const MOST_CHARACTERS = 22_000;

/** Playbook slots in words that a model can read. */
const SLOTS: Readonly<Record<string, string>> = {
  company: "the business",
  name: "the owner",
  first: "the owner",
  we: "we",
  us: "us",
  our: "our",
};

/**
 * A trade's know-how for the model's prompt, most relevant first, at most about 6,000 tokens.
 * @param about the brief's own words on its subject
 */
export function materialOf(playbook: Playbook, about: string, want: "magnet" | "drip"): string {
  const focus = stems(about);
  const plain = (text: string) =>
    text.replace(
      /\{([a-zA-Z]+)\}/g,
      (_all, slot: string) =>
        SLOTS[slot] ??
        (slot === "work"
          ? playbook.work
          : slot === "workers"
            ? playbook.workers
            : slot === "worker"
              ? playbook.worker
              : "it"),
    );
  const closest = (items: readonly string[], count: number): string[] =>
    items
      .map((item, at) => ({
        item: plain(item),
        at,
        shared: [...stems(item)].filter((stem) => focus.has(stem)).length,
      }))
      .toSorted((a, b) => b.shared - a.shared || a.at - b.at)
      .slice(0, count)
      .map(({ item }) => item);
  const part = (heading: string, items: readonly string[]) =>
    `## ${heading}\n${items.map((item) => `- ${item}`).join("\n")}`;
  const few = want === "drip";
  const parts = [
    part(
      "Never said in this trade, and why",
      playbook.doNotSay.map(({ phrase, why }) => `"${phrase}": ${plain(why)}`),
    ),
    `## Words of this trade\n${playbook.words.join(", ")}`,
    part(
      "What clients fear, and what is true",
      closest(
        playbook.fears.map(({ fear, answer }) => `${fear} ${answer}`),
        few ? 5 : 8,
      ),
    ),
    part(
      "Questions to ask before hiring",
      closest(
        playbook.questions.items.map(({ ask, listenFor }) => `${ask} ${listenFor}`),
        few ? 5 : 8,
      ),
    ),
    part(
      "Mistakes, and what to do instead",
      closest(
        playbook.mistakes.items.map(({ mistake, instead }) => `${mistake} ${instead}`),
        few ? 4 : 8,
      ),
    ),
    ...(few
      ? []
      : [
          part(
            "What to know",
            closest(
              playbook.sections.flatMap(({ paragraphs }) => paragraphs),
              10,
            ),
          ),
          part(
            "Proof worth asking for",
            closest(
              playbook.proof.items.map(({ show, why }) => `${show} ${why}`),
              6,
            ),
          ),
          part(
            "For a checklist",
            closest(
              playbook.checklist.groups.flatMap(({ items }) => items),
              14,
            ),
          ),
        ]),
    part(
      "What words mean",
      closest(
        playbook.vocabulary.items.map(({ word, means }) => `${word}: ${means}`),
        few ? 5 : 10,
      ),
    ),
  ];
  // Adds whole parts while they fit; those that keep a text honest come first.
  let text = "";
  for (const each of parts) if (text.length + each.length < MOST_CHARACTERS) text += `${each}\n\n`;
  return text.trim();
}
