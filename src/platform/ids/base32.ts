/** RFC 4648 in lower case, without padding: for what mail programs and people may write in capitals. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const BITS = 5;

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => LETTERS[Number.parseInt(five.padEnd(BITS, "0"), 2)])
    .join("");
}

/** The bytes of a text in any case; undefined if it has other characters. */
export function fromBase32(text: string): Buffer | undefined {
  const values = text
    .toLowerCase()
    .split("")
    .map((letter) => LETTERS.indexOf(letter));
  if (values.includes(-1)) return undefined;
  const bits = values.map((value) => value.toString(2).padStart(BITS, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** How many characters stand for so many bytes. */
export const base32Length = (bytes: number): number => Math.ceil((bytes * 8) / BITS);
