import type { ReceivedMail } from "../inbound/parse.server.ts";
import { splitReply } from "../reply/split-reply.ts";

export interface Reaction {
  /** For the business: `👍`, `like`; empty if the program did not say. */
  readonly emoji: string;
}

const MAX_LENGTH = 160;
const EMOJI = /\p{Extended_Pictographic}(?:\p{M}|\u200d|\p{Emoji_Modifier}|\p{Extended_Pictographic})*/u;
const REACTS =
  "(?:reacted|reacts|réagi|reaccionó|ha reaccionado|ha reagito|reagiu|gereageerd|reagerade|reagerede|reagerte|reagoi|zareagował\\w*|reagoval\\w*|отреагировал\\w*)";
const WITH = "(?: (?:with|mit|avec|con|med|met|com)? ?\\S{1,12})?";
/** `reacted via Gmail`, `reacted 👍 to your message`, but not a sentence about reacting. */
const REACTION_LINE = new RegExp(
  `${REACTS}${WITH} (?:via|through|tramite|mediante|con|par|med|przez|через) gmail[.!]?$|${REACTS}${WITH} (?:to your|à votre|à ton|a su|a tu|al tuo|al suo|à sua|op uw|op je|på ditt|på din) (?:message|e-?mail|mail|mensaje|correo|messaggio|mensagem|bericht|meddelande|besked|melding)[.:!]?$|(?:auf (?:ihre|deine) (?:nachricht|e-?mail)|(?:über|via|mit) gmail)(?: mit \\S{1,12})? reagiert[.:!]?$|(?:^|\\s)(?:liked|loved|laughed at|celebrated|hearted|thumbs-?upped) your (?:message|e-?mail)[.:!]?$|a aimé (?:votre|ton) (?:message|e-?mail)[.!]?$|(?:le gustó|le encantó) (?:tu|su) (?:mensaje|correo)[.!]?$|gefällt (?:ihre|deine) (?:nachricht|e-?mail)[.!]?$|gmail.{0,20}(?:リアクション|回应|반응)|(?:リアクション|回应|반응).{0,20}gmail`,
  "iu",
);

/** The reaction, if a mail has Gmail's reaction part or consists of such a line only; else undefined. */
export function reactionIn(mail: ReceivedMail): Reaction | undefined {
  if (mail.reaction !== undefined) return { emoji: mail.reaction };
  if (!/<[^<>\s]+>/.test(mail.references)) return undefined;
  const { words } = splitReply(mail.text ?? "");
  if (!words || words.length > MAX_LENGTH || words.split("\n").filter((line) => line.trim()).length > 3)
    return undefined;
  const [line = ""] = words
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => REACTION_LINE.test(one));
  if (!line) return undefined;
  const rest = words.replace(line, "").trim();
  return { emoji: EMOJI.exec(words)?.[0] ?? (rest.length <= 20 ? rest : "") };
}

/** A phone's text for a tap on a message: `Liked “See you Tuesday”`. */
const TAPPED =
  /^\s*(?:(?<verb>liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|removed an? \w+ from|reacted (?<emoji>\S{1,12}) to|le gustó|le encantó|a aimé|a adoré|gefällt|hat .{1,12} mit .{1,12} reagiert auf)|(?<alone>\p{Extended_Pictographic}\S{0,12}) to)\s+(?:an (?:image|attachment|movie)|["“”«„].*["“”»])\s*$/isu;

/** The reaction, if a text is a phone's text for a tap on our message; else undefined. */
export function reactionInText(body: string): Reaction | undefined {
  const tapped = TAPPED.exec(body)?.groups;
  if (!tapped) return undefined;
  return { emoji: tapped["emoji"] ?? tapped["alone"] ?? tapped["verb"]!.toLowerCase() };
}
