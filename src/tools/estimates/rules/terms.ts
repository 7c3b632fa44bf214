/** What a template of a scope puts in front of the message and the terms. */
export const INCLUDED = "Included:";
export const ASSUMED = "This price assumes:";

/** The paragraphs of a text that are wanted. */
export const paragraphsOf = (text: string, isWanted: (paragraph: string) => boolean): string =>
  text.split("\n\n").filter(isWanted).join("\n\n");

/** The business's own terms, without what a template added. */
export const ownTerms = (terms: string): string =>
  paragraphsOf(terms, (paragraph) => !paragraph.startsWith(ASSUMED));
