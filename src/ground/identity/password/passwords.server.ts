import { AppError } from "#platform/errors/app-error.ts";
import { PASSWORD_LENGTH } from "#platform/identity/identity.server.ts";
import list from "./common-passwords.txt?raw";
import { isOwnAddress } from "../rules.ts";
import { brandName } from "../start.server.ts";

let commonPasswords: ReadonlySet<string> | undefined;

/**
 * Whether a password is in the bundled list of common passwords, ignoring case and character width, or is one
 * repeated character.
 */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(list.split("\n").filter(Boolean));
  const plain = password.normalize("NFKC").toLowerCase();
  return commonPasswords.has(plain) || /^(.)\1*$/su.test(plain);
}

/** Words an attacker of this site would try first. */
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

/** Whether a password is one of this site's words plus digits, symbols or a repetition. */
export function isContextWord(password: string, brand: string): boolean {
  const letters = password
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
  const words = [...OWN_WORDS, brand.toLowerCase().replace(/[^\p{L}]/gu, "")].filter(Boolean);
  return words.some((word) => letters === word || letters === word + word);
}

/** Refuses a guessable new password. The identity library checks its length. @throws AppError invalid */
export function refuseGuessable(password: string, email: string): void {
  if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) return;
  if (isOwnAddress(password, email))
    throw new AppError("invalid", "That’s your email address. Choose a password others couldn’t guess.");
  if (isCommonPassword(password))
    throw new AppError("invalid", "That password is too common. Choose one others couldn’t guess.");
  if (isContextWord(password, brandName()))
    throw new AppError("invalid", "That’s the name of this site. Choose a password others couldn’t guess.");
}
