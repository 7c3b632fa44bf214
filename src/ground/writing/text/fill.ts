/** Values of `{company}`, `{sender}` and so on. */
export type Slots = Readonly<Record<string, string>>;

const SLOT = /\{([a-zA-Z]+)\}/g;

/**
 * Fills `{slot}`s in one pass, so that braces in values stay text.
 * @throws Error for an unknown slot
 */
export function fill(template: string, slots: Slots): string {
  return template.replace(SLOT, (all, name: string, at: number) => {
    const word = slots[name];
    if (word === undefined) throw new Error(`A text uses {${name}}, which does not exist.`);
    // After "Lopez & Co." at the end of a sentence, one period is enough.
    return word.endsWith(".") && template[at + all.length] === "." ? word.slice(0, -1) : word;
  });
}
