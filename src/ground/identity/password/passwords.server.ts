import { AppError } from "#platform/errors/app-error.ts";
import { PASSWORD_LENGTH } from "#platform/identity/identity.server.ts";
import list from "./common-passwords.txt?raw";
import { isOwnAddress } from "../rules.ts";
import { brandName } from "../start.server.ts";

let common: ReadonlySet<string> | undefined;

/**
 * Whether a password is among those that everyone who guesses tries first: the bundled list, in any case and
 * width of letters, or one character repeated.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.split("\n").filter(Boolean));
  const plain = password.normalize("NFKC").toLowerCase();
  return common.has(plain) || /^(.)\1*$/su.test(plain);
}

/** Words that this place suggests to everybody who guesses: its own names. */
const OWN_WORDS = [
  "plumbline",
  "buildlog",
  "changelog",
  "checky",
  "proofpix",
  "estimini",
  "sitesafe",
  "password",
  "contractor",
];

/**
 * Whether a password is one of this place's own words with nothing but digits, signs or a repetition added.
 */
export function isContextWord(password: string, brand: string): boolean {
  const letters = password
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
  const words = [...OWN_WORDS, brand.toLowerCase().replace(/[^\p{L}]/gu, "")].filter(Boolean);
  return words.some((word) => letters === word || letters === word + word);
}

/**
 * Refuses a new password that others would guess. Its length is checked by the identity library, which has
 * its own words for it.
 * @throws AppError invalid
 */
export function refuseGuessable(password: string, email: string): void {
  if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) return;
  if (isOwnAddress(password, email))
    throw new AppError(
      "invalid",
      "This password is your email address. Choose one that others would not guess.",
    );
  if (isCommonPassword(password))
    throw new AppError("invalid", "This password is too common. Choose one that others would not guess.");
  if (isContextWord(password, brandName()))
    throw new AppError(
      "invalid",
      "This password is a name of this site. Choose one that others would not guess.",
    );
}
