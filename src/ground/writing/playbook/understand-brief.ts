import type { Angle, Ask, Playbook, Reader, Tone } from "./schema.ts";
import { isProfane } from "../text/profanity.ts";
import type { MagnetBrief } from "../schema.ts";

export const GENERAL = "general";

// Weight of a trade's word by field: a product names the trade, an audience only hints at it.
const WEIGHTS = { product: 3, topic: 3, company: 2, goal: 1, targetAudience: 1 } as const;

/** Lowercase words of a text, each with a space before and after, to match word beginnings. */
export const wordsIn = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;

/** Sums the weights of signs that start a word of the text, each once. */
function strength(text: string, signs: Playbook["signs"]): number {
  const words = wordsIn(text);
  let sum = 0;
  for (const [sign, points] of Object.entries(signs))
    if (words.includes(` ${sign.replaceAll("-", " ")}`)) sum += points;
  return sum;
}

/** The playbook of a brief's trade; the general one if unclear. */
export function choosePlaybook(brief: MagnetBrief, playbooks: readonly Playbook[]): Playbook {
  const general = playbooks.find(({ id }) => id === GENERAL);
  if (!general) throw new Error(`There is no playbook "${GENERAL}".`);
  let best = { playbook: general, points: 5 };
  for (const playbook of playbooks) {
    if (playbook === general) continue;
    let points = 0;
    for (const [field, weight] of Object.entries(WEIGHTS))
      points += weight * strength(brief[field as keyof typeof WEIGHTS], playbook.signs);
    if (points > best.points) best = { playbook, points };
  }
  return best.playbook;
}

const match = <T>(text: string, rules: readonly (readonly [T, RegExp])[], otherwise: T): T =>
  rules.find(([, rule]) => rule.test(text))?.[0] ?? otherwise;

/** The guide's subject. Without a topic, the goal decides. */
export function angleOf({ topic, goal }: MagnetBrief): Angle {
  const rules: readonly (readonly [Angle, RegExp])[] = [
    ["mistakes", /mistake|avoid|wrong|regret|pitfall|scam|red flag|rip.?off|trap|never do/],
    [
      "cost",
      /\bcosts?\b|pric|budget|afford|quote|estimat|\bbids?\b|worth|\bvalue|saving|save money|\bpay|financ|cheap|expens|rebate|incentive|tax credit|\broi\b|bill/,
    ],
    ["care", /maint|\bcare\b|clean|season|winter|spring|protect|last longer|make it last|upkeep|stain|seal/],
    [
      "signs",
      /\bsigns?\b|when (to|do|should|is)|need|inspect|damage|leak|fail|\bold\b|ag(e|ing)\b|repair|warning|problem|trouble|\bsafe|storm|hail|crack|replace|rot\b|outage/,
    ],
    [
      "process",
      /process|expect|timeline|how long|step|prepar|plan|schedul|during|permit|roadmap|start|before you build/,
    ],
    [
      "choose",
      /choos|hir(e|ing)|find|pick|compar|question|\bask\b|right|best|\bvs\b|versus|\bor\b|select|which/,
    ],
  ];
  const fromTopic = match<Angle | undefined>(topic.toLowerCase(), rules, undefined);
  if (fromTopic) return fromTopic;
  const ask = askOf(goal);
  return ask === "quote" ? "cost" : ask === "visit" ? "signs" : "choose";
}

export function toneOf(tone: string): Tone {
  return match<Tone>(
    tone.toLowerCase(),
    [
      [
        "friendly",
        /friend|warm|casual|fun|neighbo|play|humor|humour|cheer|conversation|approach|kind|upbeat|light/,
      ],
      [
        "expert",
        /expert|profession|technical|authorit|formal|educat|engineer|inform|academic|serious|corporate|precise/,
      ],
      ["direct", /direct|bold|blunt|no.?nonsense|urgent|confident|straight|punch|strong|short|persuas/],
      ["calm", /calm|reassur|trust|gentle|honest|caring|empath|support|helpful|patient|quiet/],
    ],
    "plain",
  );
}

export function readerOf(audience: string): Reader {
  return match<Reader>(
    audience.toLowerCase(),
    [
      [
        "managers",
        /manager|landlord|facilit|\bhoa\b|board|propert(y|ies) (own|manag|compan)|commercial|business owner|restaurant|retail|hotel|school|church|office|warehouse|industrial|municip|nonprofit|business|compan(y|ies)|rental|investor|plant/,
      ],
      [
        "builders",
        /builder|contractor|architect|developer|designer|trades|installer|general con|\bgcs?\b|remodelers|superintendent|engineer/,
      ],
      ["buyers", /buyer|seller|realtor|real.?estate|agent|first.?time|buying|selling|new to the area|moving/],
      [
        "owners",
        /home|house|famil|owner|resident|couple|parent|neighbo|retire|senior|people|household|farm|ranch|cabin|condo/,
      ],
    ],
    audience === "" ? "owners" : "any",
  );
}

export function askOf(goal: string): Ask {
  return match<Ask>(
    goal.toLowerCase(),
    [
      [
        "visit",
        /inspect|site visit|visit|walk.?through|assess|survey|measure|in.?home|on.?site|evaluation|audit|check.?up|showroom|tour/,
      ],
      ["quote", /quote|estimat|\bbids?\b|proposal|pric|tender|sell|sale|close|contract/],
      ["call", /\bcalls?\b|phone|talk|consult|appointment|meeting|discovery|schedul|book|demo|chat|convers/],
    ],
    "message",
  );
}

/** Whether a goal may be shown to readers because it asks them to do something ("Book a roof inspection"). */
export function readableGoal(goal: string): boolean {
  return (
    !isProfane(goal) &&
    /^(?:(?:book|schedule|request|get|plan|arrange|reserve|set up|claim|start|order|ask for) (?:a|an|your|the)\b|(?:call|write to|email|talk to|visit|ask) us\b)/i.test(
      goal,
    ) &&
    !/\b(requests|proposal request|quote request|leads?|prospects?|customers?|clients?|more|sales|conversions?|traffic|visitors|people|homeowners|our|my|them|their)\b/i.test(
      goal,
    ) &&
    goal.length <= 60
  );
}
