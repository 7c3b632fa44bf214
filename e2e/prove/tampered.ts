import { SUBJECTS } from "./business.ts";
import type { Accepted } from "../harness/smtp-sink.ts";
import type { StoredMessage, StoredStep, World } from "./world.ts";

type Loose<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Row)[] ? Row[] : T[K] };
type LooseWorld = Omit<Loose<World>, "stored"> & { stored: Loose<World["stored"]> };

/** A small world in which every rule holds: one lead, whose two first steps arrived and whose third waits. */
export function soundWorld(): LooseWorld {
  const [email, lead, submission] = ["client0@clients.example", "lead", "submission"];
  const message = (step: number): StoredMessage => ({
    id: `m${step}`,
    state: "sent",
    messageId: `<m${step}@plumbline.example>`,
    recipient: email,
    subject: SUBJECTS[step]!,
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
  return {
    people: [{ email, refused: false, submissions: [{ id: submission, attempts: [], acknowledgedAt: 900 }] }],
    optOuts: [],
    surprises: [],
    stored: {
      at: 5000,
      leads: [{ id: lead, email, at: 800 }],
      touches: [{ id: submission, lead }],
      consents: [{ id: submission, lead }],
      enrolments: [{ id: "enrolment", lead }],
      steps: [row(0), row(1), { ...row(2), state: "waiting", due: 9000, decided: null, message: null }],
      messages: [message(0), message(1)],
      optedOut: [],
      moves: [],
    },
    accepted: [accept(message(0)), accept(message(1))],
    events: [],
    kills: [{ from: 950, to: 960, kind: "tree", senders: 1 }],
    concurrency: 5,
  };
}

function accept({ messageId, recipient, subject }: StoredMessage): Accepted {
  return { messageId, subject, from: "mail@plumbline.example", to: [recipient], at: "", raw: "" };
}

const change = <Row>(rows: Row[], index: number, changes: Partial<Row>) => void (rows[index] = { ...rows[index]!, ...changes });

/** One lie per rule: what a judge must see. */
export const LIES: readonly [rule: string, tell: (world: LooseWorld) => void][] = [
  ["an acknowledged lead is stored exactly once", ({ stored }) => void (stored.leads = [])],
  ["an acknowledged lead is stored exactly once", ({ stored }) => void stored.leads.push({ ...stored.leads[0]!, id: "twin" })],
  ["an acknowledged submission is one touch", ({ stored }) => void (stored.touches = [])],
  ["an acknowledged submission is one consent", ({ stored }) => void (stored.consents = [])],
  ["a stored lead is enrolled exactly once", ({ stored }) => void (stored.enrolments = [])],
  ["an enrolment has one ledger row per step", ({ stored }) => void stored.steps.pop()],
  ["no Message-ID is accepted twice", ({ accepted }) => void accepted.push(accepted[1]!)],
  [
    "nobody gets a step twice",
    ({ accepted, stored }) => {
      stored.messages.push({ ...stored.messages[1]!, id: "again", messageId: "<again@plumbline.example>" });
      accepted.push({ ...accepted[1]!, messageId: "<again@plumbline.example>" });
    },
  ],
  ["nothing is accepted that the ledger does not know", ({ accepted }) => change(accepted, 1, { messageId: "<other@plumbline.example>" })],
  ["every follow-up belongs to a step", ({ stored }) => void stored.messages.push({ ...stored.messages[1]!, id: "stray" })],
  ["what the ledger calls sent was accepted", ({ accepted }) => void accepted.pop()],
  ["nothing is accepted that the ledger calls failed", ({ stored }) => change(stored.messages, 1, { state: "failed" })],
  [
    "nothing is accepted that the ledger calls not sent",
    ({ stored }) => change(stored.messages, 1, { state: "suppressed", reason: "they unsubscribed" }),
  ],
  ["nothing is accepted whose step is waiting", ({ accepted }) => change(accepted, 1, { subject: SUBJECTS[2] })],
  ["a waiting step is not due yet", ({ stored }) => change(stored.steps, 2, { due: 4000 })],
  ["every message has ended", ({ stored }) => change(stored.messages, 1, { state: "committing" })],
  [
    "a step is held back only with cause",
    ({ stored, accepted }) => {
      change(stored.steps, 1, { state: "not_sent", reason: "stopped by you" });
      accepted.pop();
    },
  ],
  ["an acknowledged opt-out is stored", ({ optOuts }) => void optOuts.push({ email: "client0@clients.example", acknowledgedAt: 2000 })],
  [
    "nothing that came due after an acknowledged opt-out is sent",
    ({ optOuts }) => void optOuts.push({ email: "client0@clients.example", acknowledgedAt: 990 }),
  ],
  [
    "unknown ≤ killed senders × connections",
    (world) => {
      change(world.stored.messages, 1, { state: "unknown" });
      world.kills = [];
    },
  ],
  [
    "what may have been accepted is not queued again",
    ({ stored }) => void stored.moves.push({ message: "m1", was: "committing", now: "queued", freed: true, at: 970 }),
  ],
  [
    "a message moves only as its states allow",
    ({ stored }) => void stored.moves.push({ message: "m1", was: "sent", now: "queued", freed: false, at: 970 }),
  ],
];
