/** A habit of wording that no native contractor has, and what to say instead. */
interface Habit {
  readonly pattern: RegExp;
  readonly better: string;
}

const habit = (pattern: RegExp, better: string): Habit => ({ pattern, better });

/** Grows with each one that a reader stops at. */
const HABITS: readonly Habit[] = [
  // Not the postal kind, names of products, addresses, or what runs it.
  habit(
    /(?<!\b(certified|registered|first-class|regular|postal|direct|junk|spam|U\.S\.|Apple|Google|Proton|Yahoo|Zoho|iCloud|IONOS) |[<.@])\b[Mm]ails?\b(?! (servers?|app|apps|programs?|provider|providers|client|carrier|law|room|slot|records)\b|[:@.]\w|: )/,
    "email",
  ),
  habit(/\bmailed\b|\bmails you\b/i, "emailed"),
  habit(/(?<!\ball |\d |\bmany |\bseveral |\btwo )\bat once\b/i, "right away, or together"),
  habit(/\b(whoever|whomever|whom|whosoever)\b/i, "people, a client, anyone who"),
  habit(/\bsomebody\b/i, "someone, or people"),
  habit(/\bstands?\b (here|there|under|on|in|first|beside|at|above|below)\b/i, "is, goes, appears"),
  habit(/\bmend(s|ed|ing)?\b/i, "fix"),
  habit(/\b(put|puts|putting) (it|this|that|them|these) away\b|\bput away\b/i, "hide"),
  habit(/\b(take|takes|taken|took|taking) (it |this |that |them |these )?back\b/i, "undo"),
  habit(/\b(takes?|taken|taking) (it |this |that |them )?along\b/i, "download"),
  habit(/\banswers? (this|the|our|your|a) e?mail\b|\bwaits? for (your|an|their) answer\b/i, "reply"),
  habit(
    /\bnothing waits\b|\bwaits? for you\b|\bwaits here\b/i,
    "is waiting for you, or you’re all caught up",
  ),
  habit(/\bonce more\b/i, "again"),
  habit(/\bhand(ed|s|ing)? (in|over to|to)\b/i, "submit, send, sent"),
  habit(/\b(is|are|was|were|be|been|gets?) told\b/i, "gets an email, sees"),
  habit(/\btells? (nobody|anybody|everybody)\b/i, "say who sees what"),
  habit(/\bnobody but\b/i, "only"),
  habit(/\bgoes? on (where|right|from|by|in|on|as|until|planned)\b/i, "resumes, continues"),
  habit(/\blet\b.{0,30}\bgo on\b/i, "resume"),
  habit(/\b(put|puts) (it|this|them|your \w+) to work\b|\bat work\b(?! on| site)/i, "publish, live"),
  habit(/\bleft empty\b/i, "leave it blank and …, or optional"),
  habit(/\blet's? go of\b|\bholds? back\b|\bheld back\b/i, "hold, held"),
  habit(/\bnone of (your|our|their|the)\b/i, "that isn’t one of"),
  habit(/\bthe very\b/i, "the exact"),
  habit(/\bno more than what\b|\bsuch a one\b|\bas yet\b/i, "plain words"),
  habit(/\b(ring|rings|rang|rung) (you|me|us|them|him|her|back)\b/i, "call"),
  habit(
    /\b(shall|whilst|amongst|learnt|till then|therein|thereby|hence|whence|thus|upon|anew|ere|nay)\b/i,
    "modern words",
  ),
  habit(
    /\b(colours?|favou?rites? colour|organis\w+|recognis\w+|realis\w+|behaviours?|centres?|licences?|cancelled|neighbours?|grey|catalogue|programme|metres?|cheques?)\b/i,
    "American spelling",
  ),
  habit(/\bcame back\b.{0,20}\bmail\b|\bmail came back\b/i, "bounced"),
  habit(/\bkeep (it |them )?(in mind|the value|the note)\b|\bis kept for\b/i, "save"),
  habit(/\bthere is nothing (like that|to)\b/i, "say what to do instead"),
  habit(/\bmay not\b(?! (be|have|need|want|work|arrive|match|reach|show|see|know|fit))/i, "can’t"),
  habit(/\bso far as\b|\bin so far\b|\bas far as\b/i, "plain words"),
];

/** The habits in a text, each with the words it shows in and what to say instead. */
export const wornWords = (text: string): { readonly words: string; readonly better: string }[] =>
  HABITS.flatMap(({ pattern, better }) => {
    const found = pattern.exec(text)?.[0];
    return found ? [{ words: found, better }] : [];
  });
