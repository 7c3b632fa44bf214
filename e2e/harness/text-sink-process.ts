import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { startTwilio } from "../../src/platform/sms/testing/twilio.ts";
import { type AcceptedText, type TextBehavior, textId } from "./text-sink.ts";
import { hesitant, type WitnessEvent } from "./witness.ts";

// Run as a process of its own by text-sink.ts. Logs a text before it answers 201: what it took, it has
// written down.
const log = openSync(process.argv[2]!, "a");
const events = openSync(process.argv[3]!, "a");
let behaviour: TextBehavior = {};
let thinking: ReturnType<typeof hesitant> | undefined;
let count = 0;
process.on("message", (message) => {
  behaviour = message as TextBehavior;
  thinking = behaviour.hesitate && hesitant(behaviour.hesitate);
});

const note = (event: WitnessEvent["event"], messageId: string) =>
  writeSync(events, `${JSON.stringify({ at: Date.now(), event, messageId })}\n`);

/** Answers that tell that nothing was taken, with how often each is given. */
const NOT_NOW = [
  { below: 0.03, status: 429, code: 20429, message: "Too Many Requests" },
  { below: 0.04, status: 500, code: 20500, message: "An internal server error has occurred" },
  { below: 0.05, status: 503, code: 20503, message: "Service unavailable" },
] as const;
/** How often nobody learns whether it was taken. */
const SILENCE = 0.004;
/** Between all of these. */
const ALL_IS_WELL = 0.5;
/** What a gateway says that gave up waiting for what is behind it. */
const GATEWAY = { status: 504, code: 20504, message: "Gateway Timeout" } as const;

const standIn = await startTwilio({
  async before(form, hasLeft) {
    const to = form.get("To") ?? "";
    const id = textId(to, form.get("Body") ?? "");
    note("dot", id);
    const refused = behaviour.refuse?.find(({ begins }) => to.startsWith(begins));
    if (refused) return refused;
    // Whoever is answered while it is told to behave otherwise is answered as it began.
    const began = thinking;
    if (!began) return undefined;
    await began.hesitate();
    await began.hesitate();
    // A server whose client has gone may or may not go on with what it has in full; both happen.
    if (hasLeft() && began.random() < 0.5) {
      note("dropped", id);
      return "hang up";
    }
    const draw = began.random();
    const answer = NOT_NOW.find(({ below }) => draw < below);
    if (answer) return answer;
    if (draw < 1 - SILENCE) return undefined;
    note("kept quiet", id);
    return draw < 1 - SILENCE / 2 ? GATEWAY : "hang up";
  },
  async taken(text) {
    const id = textId(text.to, text.body);
    const accepted: AcceptedText = { ...text, at: new Date().toISOString() };
    writeSync(log, `${JSON.stringify(accepted)}\n`);
    note("accepted", id);
    process.send?.({ count: ++count });
    await thinking?.hesitate();
    const draw = thinking?.random() ?? ALL_IS_WELL;
    if (draw < 1 - SILENCE) return undefined;
    note("kept quiet", id);
    return draw < 1 - SILENCE / 2 ? GATEWAY : "hang up";
  },
  answered: ({ to, body }) => void note("replied", textId(to, body)),
});
process.send?.({ port: Number(new URL(standIn.url).port) });
process.on("SIGTERM", () => {
  fsyncSync(log);
  closeSync(log);
  process.exit(0);
});
process.on("disconnect", () => process.exit(0));
