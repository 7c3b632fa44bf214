/** States with their name and the first digits of their ZIP codes. */
const STATES = {
  AL: ["Alabama", "3"],
  AK: ["Alaska", "9"],
  AZ: ["Arizona", "8"],
  AR: ["Arkansas", "7"],
  CA: ["California", "9"],
  CO: ["Colorado", "8"],
  CT: ["Connecticut", "0"],
  DE: ["Delaware", "1"],
  DC: ["Washington, DC", "2"],
  FL: ["Florida", "3"],
  GA: ["Georgia", "3"],
  HI: ["Hawaii", "9"],
  ID: ["Idaho", "8"],
  IL: ["Illinois", "6"],
  IN: ["Indiana", "4"],
  IA: ["Iowa", "5"],
  KS: ["Kansas", "6"],
  KY: ["Kentucky", "4"],
  LA: ["Louisiana", "7"],
  ME: ["Maine", "0"],
  MD: ["Maryland", "2"],
  MA: ["Massachusetts", "0"],
  MI: ["Michigan", "4"],
  MN: ["Minnesota", "5"],
  MS: ["Mississippi", "3"],
  MO: ["Missouri", "6"],
  MT: ["Montana", "5"],
  NE: ["Nebraska", "6"],
  NV: ["Nevada", "8"],
  NH: ["New Hampshire", "0"],
  NJ: ["New Jersey", "0"],
  NM: ["New Mexico", "8"],
  NY: ["New York", "10"],
  NC: ["North Carolina", "2"],
  ND: ["North Dakota", "5"],
  OH: ["Ohio", "4"],
  OK: ["Oklahoma", "7"],
  OR: ["Oregon", "9"],
  PA: ["Pennsylvania", "1"],
  RI: ["Rhode Island", "0"],
  SC: ["South Carolina", "2"],
  SD: ["South Dakota", "5"],
  TN: ["Tennessee", "3"],
  TX: ["Texas", "78"],
  UT: ["Utah", "8"],
  VT: ["Vermont", "0"],
  VA: ["Virginia", "2"],
  WA: ["Washington", "9"],
  WV: ["West Virginia", "2"],
  WI: ["Wisconsin", "5"],
  WY: ["Wyoming", "8"],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export type UsState = keyof typeof STATES;

export const nameOfState = (state: UsState): string => STATES[state][0];

const COUNTRY = /[\s,]+(?:usa|us|united states(?: of america)?)$/i;
const ZIP = /[\s,]+(\d)\d{4}(?:-\d{4})?$/;
// Without a ZIP code, "Ct" or "La" could end a street's name: the code then needs a comma and capitals.
const CODE_BEFORE_ZIP = /[\s,]([a-z]{2})$/i;
const CODE_ALONE = /,\s*([A-Z]{2})$/;

/**
 * The state at the end of a US address: "14 Elm St, San Francisco, CA 94110", "…, Portland, Maine".
 * @returns null if it names none, or one that its ZIP code isn't in
 */
export function stateOf(address: string | null): UsState | null {
  const whole = (address ?? "")
    .replaceAll(/\s*\n\s*/g, ", ")
    .replaceAll(".", "")
    .trim()
    .replace(COUNTRY, "");
  const digit = ZIP.exec(whole)?.[1];
  const rest = whole.replace(ZIP, "").replace(/[\s,]+$/, "");
  const code = (digit === undefined ? CODE_ALONE : CODE_BEFORE_ZIP).exec(rest)?.[1]?.toUpperCase();
  const found = code && Object.hasOwn(STATES, code) ? (code as UsState) : named(rest, digit !== undefined);
  return found && (digit === undefined || STATES[found][1].includes(digit)) ? found : null;
}

/** A state by its whole name at the end; "West Virginia" is longer than "Virginia", so it comes first. */
function named(text: string, hasZip: boolean): UsState | null {
  const lower = text.toLowerCase();
  const states = (Object.keys(STATES) as UsState[]).toSorted(
    (one, other) => STATES[other][0].length - STATES[one][0].length,
  );
  return (
    states.find((state) => {
      const name = STATES[state][0].toLowerCase();
      const before = lower.slice(0, -name.length);
      return lower.endsWith(name) && (hasZip ? /[\s,]$/ : /,\s*$/).test(before);
    }) ?? null
  );
}
