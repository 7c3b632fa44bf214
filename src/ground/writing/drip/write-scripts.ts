import type { ObjectionKind } from "../playbook/schema.ts";
import { pickVariant } from "../text/compose.ts";
import { type DripContext, daysOf, suited } from "./context.ts";
import type { DripScript } from "./schema.ts";
import { CALL_ASKS, CALL_ENDS, CUES, VOICEMAIL_ANSWERS } from "./phrases.ts";

/** Common objections to prepare for besides the brief's. */
const OFTEN_SAID = [
  "price",
  "thinking",
  "timing",
  "trust",
  "rival",
  "partner",
] as const satisfies readonly ObjectionKind[];

/**
 * Writes a drip's calls: talks with questions, answers to two objections, one small request and a way to
 * leave; voicemails are short.
 */
export function writeScripts(context: DripContext): DripScript[] {
  const { course, trade, objection, ask, tone, short, version, inTurn, say } = context;
  const listen = suited(context, trade.listen);
  const sends = suited(context, trade.sends);
  const days = daysOf(context);
  const others = OFTEN_SAID.filter((kind) => kind !== objection.kind);
  let talks = 0;
  return course.scripts.map(({ title, day, when, kind, openings }, place): DripScript => {
    const shown = place === 0 && course.leadType !== "purchase" ? {} : short;
    const opening = {
      cue: CUES.say,
      say: say(
        pickVariant(openings[tone], { ...context, say: (text) => say(text, shown) }, (text) => [text]),
        shown,
      ),
    };
    context.echoes.hear(opening.say);
    // Index into the alternatives; differs per version and talk.
    const turn = (version - 1) * 2 + talks;
    // The emails use the first items of these lists, so start further on.
    const send = {
      ...short,
      send: inTurn("send", sends, 4 + turn * 3),
      day: say(inTurn("day", days, 4 + turn)),
    };
    if (kind === "voicemail")
      return {
        title,
        day,
        when: say(when),
        lines: [
          opening,
          { cue: CUES.about, say: say(inTurn("answer", VOICEMAIL_ANSWERS, turn), short) },
          { cue: CUES.smallAsk, say: say(inTurn("ask", CALL_ASKS[ask].voicemail, turn), send) },
        ],
      };
    const isFirst = talks++ % 2 === 0;
    const answer = say(inTurn("call", suited(context, trade.objections[objection.kind].calls), turn));
    const other = trade.objections[inTurn("other", others, turn)];
    // The first talk is for listening. By the second, the question is what holds them back.
    const questions = isFirst ? [0, 1] : [2];
    return {
      title,
      day,
      when: say(when),
      lines: [
        opening,
        ...questions.map((at) => ({
          cue: at === 1 ? CUES.askMore : CUES.ask,
          say: say(inTurn("listen", listen, (version - 1) * 3 + at), short),
        })),
        {
          cue: objection.cue,
          say: isFirst && objection.fear !== undefined ? `${say(objection.fear)} ${answer}` : answer,
        },
        {
          cue: `If they say "${other.said}"`,
          say: say(inTurn("otherCall", suited(context, other.calls), turn)),
        },
        { cue: CUES.smallAsk, say: say(inTurn("ask", CALL_ASKS[ask].talk, turn), send) },
        { cue: CUES.no, say: say(inTurn("end", CALL_ENDS, turn), short) },
      ],
    };
  });
}
