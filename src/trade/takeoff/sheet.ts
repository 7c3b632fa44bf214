import {
  type Exact,
  exact,
  formatExact,
  isMore,
  minus,
  over,
  plus,
  roundUp,
  times,
  ZERO,
} from "#platform/measures/exact.ts";
import type { Units } from "#platform/measures/units.ts";

/** A quantity for a line, in thousandths of its unit. */
export interface Result {
  readonly quantity: number;
  readonly unit: string;
  /** What it is, for a line that doesn't say. */
  readonly text: string;
}

/** What a field says: in feet or meters or their squares, and as written in a formula. */
export interface Given {
  readonly value: Exact;
  readonly words: string;
}

const HUNDRED = exact(100);
const TEN = exact(10);
const MOST = 1_000_000_000n;
const TOO_MUCH = "That’s more than a million. Check the measurements.";

/** Where a calculator works: it reads the fields, and writes each step with its numbers and the results. */
export class Sheet {
  readonly steps: string[] = [];
  readonly results: Result[] = [];
  /** "ft", "sq ft", "cu ft". */
  readonly line: string;
  readonly square: string;
  readonly cubic: string;
  readonly isMetric: boolean;
  private readonly given: Readonly<Record<string, Given>>;

  constructor(given: Readonly<Record<string, Given>>, units: Units) {
    this.given = given;
    this.isMetric = units === "metric";
    this.line = this.isMetric ? "m" : "ft";
    this.square = `sq ${this.line}`;
    this.cubic = `cu ${this.line}`;
  }

  of(name: string): Exact {
    return this.given[name]?.value ?? ZERO;
  }

  say(name: string): string {
    return this.given[name]?.words ?? "0";
  }

  /** Writes `how = value unit`, unless that is 0. */
  step(how: string, value: Exact, unit: string): Exact {
    if (value.n > 0n) this.steps.push(`${how} = ${formatExact(value)} ${unit}`.trimEnd());
    return value;
  }

  /** "1,677.05 sq ft". */
  figure(area: Exact): string {
    return `${formatExact(area)} ${this.square}`;
  }

  multiply(names: readonly string[], unit: string): Exact {
    return this.step(
      names.map((name) => this.say(name)).join(" × "),
      times(...names.map((name) => this.of(name))),
      unit,
    );
  }

  add(amount: Exact, more: Exact, unit: string): Exact {
    if (more.n === 0n) return amount;
    const [one, other] = [amount, more].map((part) => `${formatExact(part)} ${unit}`);
    return amount.n === 0n ? more : this.step(`${one} + ${other}`, plus(amount, more), unit);
  }

  /** Never below 0. */
  takeOff(amount: Exact, less: Exact, unit: string): Exact {
    if (less.n === 0n || amount.n === 0n) return amount;
    if (!isMore(amount, less)) {
      this.steps.push("The openings are as large as the whole. Check the measurements.");
      return ZERO;
    }
    return this.step(
      `${formatExact(amount)} ${unit} − ${formatExact(less)} ${unit}`,
      minus(amount, less),
      unit,
    );
  }

  /** Adds the percentage of the field `waste`. */
  waste(amount: Exact, unit: string): Exact {
    const percent = this.of("waste");
    if (percent.n === 0n) return amount;
    const full = times(amount, over(plus(HUNDRED, percent), HUNDRED));
    return this.step(`${formatExact(amount)} ${unit} + ${this.say("waste")}`, full, unit);
  }

  /** A result rounded up to a tenth. @param how its formula, if it is a step of its own */
  measured(amount: Exact, unit: string, text: string, how?: string): void {
    const tenths = roundUp(times(amount, TEN));
    const rounded = formatExact(exact(tenths, TEN.n));
    const isRounded = times(amount, TEN).d !== 1n;
    if (amount.n > 0n && (how ?? isRounded))
      this.steps.push(
        (how ? `${how} = ` : "") +
          `${formatExact(amount)} ${unit}` +
          (isRounded ? `, rounded up to ${rounded}` : ""),
      );
    this.result(tenths * 100n, unit, text);
  }

  /** A result in whole pieces. @param how the formula @returns how many */
  pieces(amount: Exact, unit: string, text: string, how: string): Exact {
    const whole = this.whole(amount, unit, how);
    this.result(whole.n * 1000n, unit, text);
    return whole;
  }

  /** Rounds up to whole pieces. */
  whole(amount: Exact, unit: string, how: string): Exact {
    const whole = roundUp(amount);
    const before = amount.d === 1n ? "" : `${formatExact(amount)}, rounded up to `;
    if (whole > 0n) this.steps.push(`${how} = ${before}${nameQuantity(whole * 1000n, unit)}`);
    return exact(whole);
  }

  /** Pieces that cover or fill what the field `each` says. None if that field is blank. */
  covered(amount: Exact, unit: string, each: string, [piece, text]: readonly [string, string]): void {
    const by = this.of(each);
    if (by.n > 0n && amount.n > 0n)
      this.pieces(over(amount, by), piece, text, `${formatExact(amount)} ${unit} ÷ ${this.say(each)}`);
  }

  /** A volume of cubic feet in cubic yards; cubic meters stay. */
  yards(volume: Exact, text: string): void {
    if (this.isMetric) return this.measured(volume, this.cubic, text);
    this.measured(over(volume, exact(27)), "cu yd", text, `${formatExact(volume)} cu ft ÷ 27`);
  }

  /** How many fit, with a gap between two: the fields' formula. */
  spaced(whole: string, each: string, gap: string): string {
    if (this.of(gap).n === 0n) return `${this.say(whole)} ÷ ${this.say(each)}`;
    return `(${this.say(whole)} + ${this.say(gap)}) ÷ (${this.say(each)} + ${this.say(gap)})`;
  }

  private result(quantity: bigint, unit: string, text: string): void {
    if (quantity > MOST) {
      if (this.steps.at(-1) !== TOO_MUCH) this.steps.push(TOO_MUCH);
    } else if (quantity > 0n) this.results.push({ quantity: Number(quantity), unit, text });
  }
}

/** "14.8 cu yd", "1 box", "23 sheets". @param quantity in thousandths */
export function nameQuantity(quantity: bigint | number, unit: string): string {
  const isShort = unit.includes(" ") || /^(?:ft|m|gal|L|t)$/.test(unit);
  const isOne = BigInt(quantity) === 1000n;
  const many = isShort || isOne ? unit : unit.endsWith("x") ? `${unit}es` : `${unit}s`;
  return `${formatExact(exact(quantity, 1000), 3)} ${many}`;
}
