import { formatDate } from "#trade/fieldwork/public.ts";
import { countOf, type Glance, type GlanceLine, lineFor } from "#trade/jobs/public.ts";
import { isExpected } from "./office/calendar.ts";
import { dayOf, entryOf, isClosed, isEmpty, STATE_LABELS } from "./rules.ts";

/** The day's log first: whether it is started, handed in, or sent back. */
const glance: Glance = {
  kinds: ["logs.day", "logs.entry"],
  glanceOf(of, { job, today, account, user, isManager, isGuest }) {
    // A guest is a company of their own.
    const own = isGuest ? user : account;
    const days = of("logs.day").map((record) => ({ ...dayOf(record.values), record }));
    const ownDays = days.filter(({ company }) => company === own);
    const dates = of("logs.entry").flatMap(({ id, values }) => {
      const entry = entryOf(id, values);
      return entry.company === own && entry.date !== null && !isEmpty(entry) ? [entry.date] : [];
    });
    const sentBack = ownDays.filter(({ state }) => state === "rejected");
    const toApprove = days.filter(
      ({ state, record }) =>
        isManager && state === "submitted" && record.fields["state"]?.values[0]?.author !== user,
    );
    const sorted = dates.toSorted();
    const [firstLogged, lastLogged] = [sorted[0] ?? null, sorted.at(-1) ?? null];
    const day = ownDays.find(({ date }) => date === today);
    const onToday = dates.filter((date) => date === today).length;
    const dayLine = (): readonly GlanceLine[] => {
      if (day && isClosed(day.state))
        return [{ text: `Today’s log ${STATE_LABELS[day.state].toLowerCase()}` }];
      if (onToday > 0) return [{ text: `Today: ${countOf(onToday, "entry", "entries")}, not submitted` }];
      const span = { firstLogged: firstLogged ?? (job.status === "active" ? today : null), lastLogged };
      return isExpected({ ...job, ...span }, Temporal.PlainDate.from(today))
        ? [{ text: "Today’s log not started", needs: "now" }]
        : [{ text: lastLogged === null ? "No entries yet" : `Last entry ${formatDate(lastLogged)}` }];
    };
    return [
      ...lineFor(sentBack.length, (count) => `${countOf(count, "day")} sent back`, {
        needs: "late",
        path: `logs?day=${sentBack[0]?.date ?? today}`,
      }),
      ...dayLine(),
      ...lineFor(toApprove.length, (count) => `${countOf(count, "day")} to approve`, {
        needs: "now",
        path: `logs?day=${toApprove[0]?.date ?? today}&of=${toApprove[0]?.company ?? own}`,
      }),
    ];
  },
};
export default glance;
