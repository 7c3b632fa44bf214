import { formatDate } from "#trade/fieldwork/public.ts";
import { RUN, runOf } from "#trade/inspections/public.ts";
import { glanceOfIssues, ISSUE } from "#trade/issues/public.ts";
import { countOf, type Glance, type GlanceLine, lineFor } from "#trade/jobs/public.ts";
import { CLOCK, clockOf, nextTalkOn } from "./rules/clock.ts";
import { TALK, talkOf } from "./rules/talk.ts";
import { isOrientation } from "./rules/text.ts";
import { sinceOf } from "./talks/since.ts";

/** When the next talk is due, and what is still unsafe. Neither injuries nor near misses. */
const glance: Glance = {
  kinds: [TALK, CLOCK, RUN, ISSUE],
  glanceOf(of, at) {
    const { today, job } = at;
    const talks = of(TALK)
      .map(({ id, values }) => ({ id, ...talkOf(values) }))
      .filter(({ text }) => !isOrientation(text));
    const given = talks.filter(({ finishedAt }) => finishedAt !== null);
    const open = talks.filter(({ finishedAt }) => finishedAt === null);
    const last =
      given
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null;
    const values = of(CLOCK)[0]?.values ?? {};
    const clock = clockOf(values);
    const due =
      clock && job.status === "active"
        ? nextTalkOn(clock, last, sinceOf(values, job.startsOn) ?? today)
        : null;
    const talkLine = (): readonly GlanceLine[] => {
      if (due !== null && due < today)
        return [{ text: `Talk overdue since ${formatDate(due)}`, needs: "late" }];
      if (due === today) return [{ text: "Talk due today", needs: "now" }];
      return last === null ? [] : [{ text: `Last talk ${formatDate(last)}` }];
    };
    const inspections = of(RUN).filter(({ values: run }) => {
      const { isSafety, state } = runOf(run);
      return isSafety && state === "open";
    }).length;
    const lines = [
      ...talkLine(),
      ...lineFor(open.length, (count) => `${countOf(count, "talk")} not finished`, {
        needs: "now",
        path: `safety/${open[0]?.id ?? ""}`,
      }),
      ...glanceOfIssues(of(ISSUE), at, { isSafety: true, noun: "action", path: "safety/actions" }),
      ...lineFor(inspections, (count) => `${countOf(count, "inspection")} in progress`, {
        path: "safety/inspections",
      }),
    ];
    return lines.length > 0 ? lines : [{ text: "No talks yet" }];
  },
};
export default glance;
