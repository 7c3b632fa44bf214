import { STEPS } from "./business.ts";
import type { StoredMessage, StoredStep, Took, World } from "./world.ts";

type Loose<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Row)[] ? Row[] : T[K] };
type LooseWorld = Omit<Loose<World>, "stored"> & { stored: Loose<World["stored"]> };

const [EMAIL, PHONE] = ["client0@clients.example", "+13035500000"];
/** Steps of the small world by kind: one of each channel that arrived, and one of each that waits. */
const [TEXT, MAIL, TEXT_AHEAD, MAIL_AHEAD] = [1, 2, 3, 4];

/**
 * A small world in which every rule holds: one lead who agreed to texts, whose first three steps arrived and
 * whose others wait.
 */
export function soundWorld(): LooseWorld {
  const [lead, submission] = ["lead", "submission"];
  const message = (step: number): StoredMessage => ({
    by: STEPS[step]!.by,
    id: `m${step}`,
    state: "sent",
    messageId: `<m${step}@plumbline.example>`,
    recipient: STEPS[step]!.by === "mail" ? EMAIL : PHONE,
    sid: STEPS[step]!.by === "mail" ? null : `SM${step}`,
    reason: null,
    failure: null,
  });
  const row = (step: number): StoredStep => ({
    enrolment: "enrolment",
    step,
    state: "handed",
    due: 1000,
    decided: 1100,
    message: `m${step}`,
    reason: null,
  });
  const ahead = { state: "waiting", due: 9000, decided: null, message: null };
  const sent = [0, TEXT, MAIL].map(message);
  return {
    steps: [...STEPS],
    people: [
      {
        email: EMAIL,
        refused: false,
        phone: PHONE,
        agrees: true,
        takesTexts: "yes",
        submissions: [{ id: submission, attempts: [], acknowledgedAt: 900 }],
      },
    ],
    optOuts: [],
    surprises: [],
    stored: {
      at: 5000,
      leads: [{ id: lead, email: EMAIL, at: 800 }],
      touches: [{ id: submission, lead }],
      consents: [
        { id: submission, lead, channel: "mail" },
        { id: "yes", lead, channel: "text" },
      ],
      enrolments: [{ id: "enrolment", lead }],
      steps: [
        ...[0, TEXT, MAIL].map(row),
        ...[TEXT_AHEAD, MAIL_AHEAD].map((step) => ({ ...row(step), ...ahead })),
      ],
      messages: sent,
      optedOut: [],
      moves: [],
    },
    took: sent.map((one, step) => accept(one, STEPS[step]!.says)),
    events: [],
    kills: [{ from: 950, to: 960, kind: "tree", senders: 1 }],
    concurrency: { mail: 5, text: 4 },
  };
}

function accept({ by, messageId, recipient, sid }: StoredMessage, says: string): Took {
  return { by, messageId, to: recipient, says, at: "", sid };
}

const change = <Row>(rows: Row[], index: number, changes: Partial<Row>) =>
  void (rows[index] = { ...rows[index]!, ...changes });
const noKills = (world: LooseWorld) => void (world.kills = []);

/** One lie per rule, which a judge must detect. Lies about a message exist for an email and for a text. */
export const LIES: readonly [rule: string, tell: (world: LooseWorld) => void][] = [
  ["an acknowledged lead is stored exactly once", ({ stored }) => void (stored.leads = [])],
  [
    "an acknowledged lead is stored exactly once",
    ({ stored }) => void stored.leads.push({ ...stored.leads[0]!, id: "twin" }),
  ],
  ["an acknowledged submission is one touch", ({ stored }) => void (stored.touches = [])],
  ["an acknowledged submission is one consent", ({ stored }) => void (stored.consents = [])],
  [
    "a yes to texts is one consent of its own, and nothing else is",
    ({ stored }) => void stored.consents.pop(),
  ],
  [
    "a yes to texts is one consent of its own, and nothing else is",
    ({ stored }) => void stored.consents.push(stored.consents[1]!),
  ],
  [
    "a yes to texts is one consent of its own, and nothing else is",
    ({ people }) => change(people, 0, { agrees: false }),
  ],
  ["a stored lead is enrolled exactly once", ({ stored }) => void (stored.enrolments = [])],
  ["an enrolment has one ledger row per step", ({ stored }) => void stored.steps.pop()],
  ...[MAIL, TEXT].flatMap(liesAbout),
  [
    "nothing is accepted whose step is waiting",
    ({ took }) => change(took, MAIL, { says: STEPS[MAIL_AHEAD]!.says }),
  ],
  [
    "nothing is accepted whose step is waiting",
    ({ took }) => change(took, TEXT, { says: STEPS[TEXT_AHEAD]!.says }),
  ],
  ["a waiting step is not due yet", ({ stored }) => change(stored.steps, MAIL_AHEAD, { due: 4000 })],
  ["a waiting step is not due yet", ({ stored }) => change(stored.steps, TEXT_AHEAD, { due: 4000 })],
  [
    "an acknowledged opt-out is stored",
    ({ optOuts }) => void optOuts.push({ by: "mail", who: EMAIL, acknowledgedAt: 2000 }),
  ],
  [
    "an acknowledged opt-out is stored",
    ({ optOuts }) => void optOuts.push({ by: "text", who: PHONE, acknowledgedAt: 2000 }),
  ],
  [
    "nothing that came due after an acknowledged opt-out is sent",
    ({ optOuts }) => void optOuts.push({ by: "mail", who: EMAIL, acknowledgedAt: 990 }),
  ],
  [
    "nothing that came due after an acknowledged opt-out is sent",
    ({ optOuts }) => void optOuts.push({ by: "text", who: PHONE, acknowledgedAt: 990 }),
  ],
  [
    "no text leaves after an acknowledged STOP",
    ({ optOuts, stored }) => {
      optOuts.push({ by: "text", who: PHONE, acknowledgedAt: 1050 });
      stored.moves.push({ message: `m${TEXT}`, was: "claimed", now: "committing", freed: false, at: 1060 });
    },
  ],
  ["nobody is texted who did not agree to it", ({ people }) => change(people, 0, { agrees: false })],
  ["nobody is texted who did not agree to it", ({ took }) => change(took, TEXT, { to: "+13035550199" })],
  ["the ledger calls a text what Twilio calls it", ({ took }) => change(took, TEXT, { sid: "SM9" })],
  [
    "the ledger calls a text what Twilio calls it",
    ({ stored }) => change(stored.messages, TEXT, { sid: null }),
  ],
  ["a step goes the way it was planned", ({ stored }) => change(stored.messages, MAIL, { by: "text" })],
  [
    "unknown ≤ killed senders × connections",
    (world) => {
      noKills(world);
      // The witness explains one of the two.
      for (const step of [0, MAIL]) change(world.stored.messages, step, { state: "unknown" });
      world.events.push({ at: 1100, event: "kept quiet", messageId: world.stored.messages[MAIL]!.messageId });
    },
  ],
];

function liesAbout(step: number): [rule: string, tell: (world: LooseWorld) => void][] {
  const moved = (was: string, now: string, freed: boolean) => ({
    message: `m${step}`,
    was,
    now,
    freed,
    at: 970,
  });
  return [
    ["nothing is accepted twice", ({ took }) => void took.push(took[step]!)],
    [
      "nobody gets a step twice",
      ({ took, stored }) => {
        stored.messages.push({
          ...stored.messages[step]!,
          id: "again",
          messageId: "<again@plumbline.example>",
        });
        took.push({ ...took[step]!, messageId: "<again@plumbline.example>" });
      },
    ],
    [
      "nothing is accepted that the ledger does not know",
      ({ took }) => change(took, step, { messageId: "<other@plumbline.example>" }),
    ],
    [
      "every follow-up belongs to a step",
      ({ stored }) => void stored.messages.push({ ...stored.messages[step]!, id: "stray" }),
    ],
    ["what the ledger calls sent was accepted", ({ took }) => void took.splice(step, 1)],
    [
      "nothing is accepted that the ledger calls failed",
      ({ stored }) => change(stored.messages, step, { state: "failed" }),
    ],
    [
      "nothing is accepted that the ledger calls not sent",
      ({ stored }) => change(stored.messages, step, { state: "suppressed", reason: "they unsubscribed" }),
    ],
    [
      "a step fails only when it was refused",
      ({ stored, took }) => {
        change(stored.messages, step, { state: "failed" });
        took.splice(step, 1);
      },
    ],
    ["every message has ended", ({ stored }) => change(stored.messages, step, { state: "committing" })],
    [
      "a step is held back only with cause",
      ({ stored, took }) => {
        change(stored.steps, step, { state: "not_sent", reason: "stopped by you" });
        took.splice(step, 1);
      },
    ],
    [
      "unknown ≤ killed senders × connections",
      (world) => {
        change(world.stored.messages, step, { state: "unknown" });
        noKills(world);
      },
    ],
    [
      "what may have been accepted is not queued again",
      ({ stored }) => void stored.moves.push(moved("committing", "queued", true)),
    ],
    [
      "a message moves only as its states allow",
      ({ stored }) => void stored.moves.push(moved("sent", "queued", false)),
    ],
  ];
}
