/** The longest number there is by E.164, in digits, and the shortest that anybody has abroad. */
const LONGEST = 15;
const SHORTEST = 8;

/** A telephone number: as it is dialled from anywhere, and the extension behind it, if there is one. */
export interface PhoneNumber {
  /** E.164, such as `+13035550142`. */
  readonly number: string;
  readonly extension: string | undefined;
}

/** A number, or in a sentence what is wrong with what was typed. */
export type PhoneReading = PhoneNumber | { readonly wrong: string };

const EXAMPLE = "Give it with its area code, like (303) 555-0142.";

/**
 * Reads a telephone number as people type and paste it: with brackets, dots, invisible marks, `tel:`, an extension, or a country in front.
 * One without a country is a number of the United States and its neighbours.
 */
export function readPhone(typed: string): PhoneReading {
  const plain = typed
    .normalize("NFKC")
    // Marks that telephones put around a number they copy.
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim()
    .replace(/^tel:\s*/i, "");
  const [main = "", extension] = plain.split(/\s*(?:,|;\s*ext=|\bext(?:ension)?\b\.?:?|(?<=[\d\s)])x|#)\s*(?=\d{1,7}\s*$)/i);
  if (!/\d/.test(main)) return { wrong: `That has no digits in it. ${EXAMPLE}` };
  // `(0)` is what a number of many countries has only at home.
  const bare = main.replace(/^(\s*\+[\d\s-]+)\(0\)/, "$1");
  if (!/^\+?[\d\s().\-/]+$/.test(bare.trim())) return { wrong: `That does not look like a telephone number. ${EXAMPLE}` };
  const digits = bare.replace(/\D/g, "");
  const abroad = bare.trim().startsWith("+")
    ? digits
    : /^(?:011|00)[1-9]/.test(digits) && digits.length > 10
      ? digits.replace(/^(?:011|00)/, "")
      : undefined;
  const number = abroad === undefined || abroad.startsWith("1") ? northAmerican(abroad ?? digits) : international(abroad);
  return typeof number === "string" ? { number, extension } : number;
}

/** Ten digits, or eleven with the country's 1: an area and an exchange begin with 2 to 9, and neither is a service such as 911. */
function northAmerican(digits: string): string | { readonly wrong: string } {
  const ten = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  if (ten.length < 10 || (digits.length === 10 && digits.startsWith("1"))) return { wrong: `That number is too short. ${EXAMPLE}` };
  if (ten.length > 10) return { wrong: "That number has too many digits. For one outside the US, start with + and the country." };
  if (!/^(?!.11)[2-9]\d{2}(?!.11)[2-9]\d{6}$/.test(ten)) return { wrong: `There is no such number. Check its area code and first digits.` };
  return `+1${ten}`;
}

function international(digits: string): string | { readonly wrong: string } {
  if (!/^[1-9]/.test(digits)) return { wrong: "No country’s number begins with 0. Start with + and the country, like +44 20 7946 0958." };
  if (digits.length < SHORTEST) return { wrong: "That number is too short. Give all of it, with + and the country." };
  if (digits.length > LONGEST) return { wrong: `That number has more than ${LONGEST} digits, so it can’t be one. Please check it.` };
  return `+${digits}`;
}

/** A stored number as people of its country read it: `(303) 555-0142`, or as it is. */
export function phoneWords(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : number;
}
