import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** The longest number by E.164, in digits, and the shortest real one abroad. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 8;

export interface PhoneNumber {
  /** E.164, such as `+13035550142`. */
  readonly number: string;
  readonly extension: string | undefined;
}

/** A number, or a sentence that says what is wrong with the input. */
export type PhoneReading = PhoneNumber | { readonly wrong: string };

/** A country by ISO 3166, such as `US`. */
export type PhoneCountry = CountryCode;

const EXAMPLE = "Include the area code, like (303) 555-0142.";
const EXAMPLE_ABROAD = "Include the area code, or start with + and the country code.";

let countries: Map<string, CountryCode> | undefined;

/**
 * The country whose numbers people in a time zone dial without a country code.
 * @returns `US` for zones without a country, such as UTC
 */
export function phoneCountry(zone: string | null | undefined): PhoneCountry {
  if (!zone) return "US";
  countries ??= new Map(
    getCountries().flatMap((region) => zonesOf(region).map((one) => [one, region] as const)),
  );
  try {
    // A zone's canonical name: US/Mountain is America/Denver.
    return (
      countries.get(new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone) ?? "US"
    );
  } catch {
    return "US";
  }
}

const zonesOf = (region: CountryCode): readonly string[] =>
  (new Intl.Locale("und", { region }) as Intl.Locale & { getTimeZones?: () => string[] }).getTimeZones?.() ??
  [];

/**
 * Parses a telephone number as people type, paste, and export it: with brackets, dots, invisible marks,
 * `tel:`, an extension, a country code, or garbled by a spreadsheet. Used by forms and imports.
 * @param country for a number without a country code
 */
export function readPhone(typed: string, country: PhoneCountry = "US"): PhoneReading {
  const example = isNorthAmerican(country) ? EXAMPLE : EXAMPLE_ABROAD;
  const plain = fromSpreadsheet(
    typed
      .normalize("NFKC")
      // Marks that phones put around a copied number.
      .replace(/\p{Cf}/gu, "")
      .replace(/[\p{Pd}\u2212]/gu, "-")
      .trim()
      .replace(/^tel:\s*/i, ""),
  );
  const [main = "", extension] = plain.split(
    /\s*(?:,|;\s*ext=|\bext(?:ension)?\b\.?:?|(?<=[\d\s)])x|#)\s*(?=\d{1,7}\s*$)/i,
  );
  if (!/\d/.test(main)) return { wrong: `That has no numbers in it. ${example}` };
  const bare = main.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(bare)) return { wrong: `That doesn’t look like a phone number. ${example}` };
  const digits = bare.replace(/\D/g, "");
  const abroad = bare.startsWith("+")
    ? digits
    : /^(?:011|00)[1-9]/.test(digits) && digits.length > 10
      ? digits.replace(/^(?:011|00)/, "")
      : undefined;
  const number =
    (abroad ?? "").startsWith("1") || (abroad === undefined && isNorthAmerican(country))
      ? northAmerican(abroad ?? digits)
      : international(abroad === undefined ? digits : `+${abroad}`, country);
  return typeof number === "string" ? { number, extension } : number;
}

/**
 * A stored number for display: of North America as `(303) 555-0142`, others as `+44 20 7946 0958`.
 * @param number E.164; anything else is returned unchanged
 */
export function formatPhone(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  if (area) return `(${area}) ${exchange}-${line}`;
  const read = parsePhoneNumberFromString(number, { extract: false });
  return read?.isPossible() ? read.formatInternational() : number;
}

/** Separators of several numbers in one cell: punctuation, words, and labels such as `Mobile:`. */
const BETWEEN =
  /\s*(?:,|;|\||\n| ::: |\s\/\s|\s(?:or|and|o|y|ou|et|oder|und)\s|&)\s*|(?<!\p{L})\p{L}[\p{L} ]{0,19}:\s*/iu;

/** The first usable number in a cell: "(303) 555-0142 or (303) 555-0143", "Phone:(303) 555-0142 Mobile:…". */
export function firstPhone(cell: string, country: PhoneCountry): PhoneReading {
  const whole = readPhone(cell, country);
  if (!("wrong" in whole)) return whole;
  for (const part of cell.split(BETWEEN)) {
    const read = part ? readPhone(part, country) : whole;
    if (!("wrong" in read)) return read;
  }
  return whole;
}

/** All usable numbers in a cell, in E.164, each once. */
export function phonesIn(cell: string, country: PhoneCountry): string[] {
  const parts = cell.split(BETWEEN).flatMap((part) => (part ? [firstPhone(part, country)] : []));
  return [
    ...new Set([firstPhone(cell, country), ...parts].flatMap((one) => ("wrong" in one ? [] : [one.number]))),
  ];
}

/**
 * Repairs Excel's forms of a number: `3035550142.0`, `3.035550142E+09`, `="3035550142"`. A number that lost
 * its last digits stays unreadable.
 */
function fromSpreadsheet(text: string): string {
  const bare = text.replace(/^=?"(.*)"$/, "$1").replace(/^(\+?\d{7,15})[.,]0+$/, "$1");
  const [, first, rest = "", power] = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i.exec(bare) ?? [];
  return first && rest.length >= Number(power) ? `${first}${rest.slice(0, Number(power))}` : bare;
}

const isNorthAmerican = (country: CountryCode): boolean => getCountryCallingCode(country) === "1";

/**
 * Ten digits, or eleven with the country code 1: area code and exchange begin with 2 to 9, and neither is a
 * service such as 911.
 */
function northAmerican(digits: string): string | { readonly wrong: string } {
  const ten = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  if (ten.length < 10 || (digits.length === 10 && digits.startsWith("1")))
    return { wrong: `That number is too short. ${EXAMPLE}` };
  if (ten.length > 10)
    return {
      wrong: "That number has too many digits. For one outside the US, start with + and the country code.",
    };
  if (!/^(?!.11)[2-9]\d{2}(?!.11)[2-9]\d{6}$/.test(ten))
    return { wrong: `That number doesn’t exist. Check the area code and first digits.` };
  return `+1${ten}`;
}

function international(text: string, country: CountryCode): string | { readonly wrong: string } {
  const isWhole = text.startsWith("+");
  const digits = text.replace("+", "");
  if (isWhole && !/^[1-9]/.test(digits))
    return {
      wrong: "No country code starts with 0. Start with + and the country code, like +44 20 7946 0958.",
    };
  if (isWhole && digits.length < MIN_DIGITS)
    return { wrong: "That number is too short. Enter all of it, with + and the country code." };
  if (digits.length > MAX_DIGITS)
    return {
      wrong: `That number has more than ${MAX_DIGITS} digits, so it can’t be right. Please check it.`,
    };
  const read = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!read) return { wrong: "That number doesn’t exist. Check the country code and first digits." };
  if (read.isValid() && /^\+[1-9]\d{7,14}$/.test(read.number)) return read.number;
  if (read.isPossible())
    return { wrong: "That number doesn’t exist. Check the country code and first digits." };
  return { wrong: "That number has the wrong number of digits for its country. Please check it." };
}
