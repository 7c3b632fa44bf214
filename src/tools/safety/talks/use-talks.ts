import { useRecords, useStore } from "#ground/sync/public.tsx";
import { dateAt, type Person } from "#trade/fieldwork/public.ts";
import { useClock, useScreen } from "#trade/fieldwork/public.tsx";
import { TALK, UNNAMED_LEADER } from "../rules/talk.ts";
import { isOrientation } from "../rules/text.ts";
import { useSigns } from "../signing/use-signs.ts";
import { type ShownTalk, talkSheet } from "./sheet.tsx";

/** Today where the job is. */
export function useToday(): Temporal.PlainDate {
  const { job, zone } = useScreen();
  return Temporal.PlainDate.from(dateAt(useClock(job).now, zone));
}

/** The toolbox talks of the job on this device, the newest first; undefined until loaded. */
export const useTalks = (): readonly ShownTalk[] | undefined =>
  useAllTalks()?.filter(({ talk }) => !isOrientation(talk.text));

/** Its orientations. */
export const useOrientations = (): readonly ShownTalk[] | undefined =>
  useAllTalks()?.filter(({ talk }) => isOrientation(talk.text));

function useAllTalks(): readonly ShownTalk[] | undefined {
  const { job } = useScreen();
  const records = useRecords(TALK, job);
  const signs = useSigns();
  if (!records || !signs) return undefined;
  const ofTalk = Map.groupBy(signs, ({ talk }) => talk);
  return records
    .map((record) => talkSheet(job, record, ofTalk.get(record.id) ?? []))
    .toSorted((one, other) =>
      one.talk.date === other.talk.date
        ? one.record.id < other.record.id
          ? 1
          : -1
        : one.talk.date < other.talk.date
          ? 1
          : -1,
    );
}

/** The name of this device's person, as a record has it. */
export function useOwnName(): string {
  const { people } = useScreen();
  const { user } = useStore().who;
  return people.find(({ id }: Person) => id === user)?.name ?? UNNAMED_LEADER;
}
