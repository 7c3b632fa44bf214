import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { startTwilio } from "../../src/platform/sms/testing/twilio.ts";
import { type AcceptedText, type TextBehavior, textId } from "./text-sink.ts";
import { hesitant, type WitnessEvent } from "./witness.ts";

// Run as its own process by text-sink.ts. It logs a text before answering 201, so every accepted text is on
// record.
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

/** Answers that mean the text wasn't accepted. Each is given to random draws below its limit. */
const NOT_NOW = [
  { below: 0.03, status: 429, code: 20429, message: "Too Many Requests" },
  { below: 0.04, status: 500, code: 20500, message: "An internal server error has occurred" },
  { below: 0.05, status: 503, code: 20503, message: "Service unavailable" },
] as const;
/** Share of texts whose outcome the product can't learn. */
const SILENCE = 0.004;
/** A draw in the middle of all these limits: a normal answer. */
const ALL_IS_WELL = 0.5;
/** A gateway's answer when it gave up waiting for its backend. */
const GATEWAY = { status: 504, code: 20504, message: "Gateway Timeout" } as const;

const standIn = await startTwilio({
  async before(form, hasLeft) {
    const to = form.get("To") ?? "";
    const id = textId(to, form.get("Body") ?? "");
    note("dot", id);
    const refused = behaviour.refuse?.find(({ begins }) => to.startsWith(begins));
    if (refused) return refused;
    // Requests in progress finish with the behavior they started with.
    const began = thinking;
    if (!began) return undefined;
    await began.hesitate();
    await began.hesitate();
    // If the client is gone, a server may or may not finish a complete request; both happen.
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
