/** What a new sender may send on its first day, and what no sender exceeds on any. */
const FIRST_DAY = 40;
const MOST = 2_000;
/** Each day half as much again: mail providers take a flood from an address they don't know for spam, and steady growth for a business. */
const GROWTH = 1.5;

/**
 * How many mails may leave a business's own mailbox on a day.
 * @param day of its sending life, from 0
 */
export const dailyLimit = (day: number): number => Math.min(MOST, Math.floor(FIRST_DAY * GROWTH ** Math.min(day, 30)));
