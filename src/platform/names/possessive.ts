/** "Ana’s", "North Fork Decks’": after an s only the apostrophe. */
export const possessive = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);
