/**
 * Normalizes a header: `E-mail 1 - Value` and `e_mail 1 value` become equal, `HasOptedOutOfEmail` becomes
 * four words.
 */
export const plainHeader = (header: string): string =>
  header
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
