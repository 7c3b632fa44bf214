/** What tools let follow-ups start with, in the order of the editor. */
const events = new Map<string, string>();

/** @param label worded to follow “When someone”, without a period */
export const nameMatterEvent = (what: string, label: string) => void events.set(what, label);

/** For the editor's list. Empty in browsers: pages get it from their loader. */
export const matterEvents = (): readonly { readonly value: string; readonly label: string }[] =>
  [...events].map(([value, label]) => ({ value, label }));
