import type { ReceivedMail } from "./parse.server.ts";

/** How programs begin the subject of an absence note. A person's answer to one begins with `Re:`, and speaks of it later on. */
const TYPICAL_SUBJECT =
  /^\s*(?:auto(?:matic|mated|matische)?[ -]?(?:reply|response|antwort|responder)\b|autoreply\b|out[ -]of[ -](?:the[ -])?office\b|vacation (?:reply|response|message)\b|abwesen(?:d|heit)|i(?:'m| am) (?:away|out of)\b|absence du bureau|réponse automatique|absent\b|respuesta automática|fuera de la oficina|risposta automatica|fuori sede|resposta automática|automatisch antwoord|afwezig|autosvar|odpowiedź automatyczna)/iu;

/**
 * Whether a program wrote a mail in somebody's absence or name: an out-of-office note is not an answer. Judged by what programs put into
 * headers (RFC 3834 and what stood in for it before); a subject alone never decides.
 */
export function isAutomatic({ from, headers, subject }: ReceivedMail): boolean {
  const header = (name: string) => headers.get(name)?.trim().toLowerCase();
  // Such as a receipt that somebody's program sends when they open a mail (RFC 8098).
  if (/^multipart\/report\b/.test(header("content-type") ?? "")) return true;
  // In whatever language it says so; a postmaster may be a person.
  if (/^mailer-daemon(?:@|$)/.test(from ?? "")) return true;
  const submitted = header("auto-submitted");
  if (submitted !== undefined && !/^no\b/.test(submitted)) return true;
  if (["x-autoreply", "x-autorespond", "x-auto-reply"].some((name) => (header(name) ?? "no") !== "no")) return true;
  // Programs ask others to answer them with nothing at all. Shorter lists stand in what passed an Exchange group, too.
  const suppress = header("x-auto-response-suppress") ?? "";
  if (/\ball\b/.test(suppress)) return true;
  const precedence = header("precedence");
  if (precedence === "auto_reply") return true;
  // Mailing lists are bulk as well, and people write to them; mail that was passed on may have lost its sender on the way.
  const doubtful =
    precedence === "bulk" || precedence === "junk" || /\b(?:oof|autoreply)\b/.test(suppress) || header("return-path") === "<>";
  return doubtful && TYPICAL_SUBJECT.test(subject ?? "");
}
