import { type Json, newLocalId, type Store } from "#ground/sync/public.tsx";
import { type Attendee, fieldsOfPeople, TALK } from "../rules/talk.ts";
import { type Language, type TalkText, versionOf } from "../rules/text.ts";

export const talksPath = (job: string): string => `/account/job/${job}/safety`;
export const talkPath = (job: string, talk: string): string => `${talksPath(job)}/${talk}`;

/** What a talk begins with. */
export interface TalkStart {
  readonly job: string;
  /** "2026-11-29", where the job is. */
  readonly date: string;
  readonly text: TalkText;
  readonly language: Language;
  readonly leader: string;
  /** Expected to be there: who was at the last talk. */
  readonly people: readonly Pick<Attendee, "name">[];
}

/**
 * Starts a talk on this device, with the words that are read and the people who are expected.
 * @returns its id @throws {NotSaved} if this device couldn’t save it
 */
export async function startTalk(
  store: Store,
  { job, date, text, language, leader, people }: TalkStart,
): Promise<string> {
  const record = newLocalId();
  await store.write({
    ...{ kind: TALK, record, job },
    sets: {
      ...{ date, text: text as unknown as Json, version: versionOf(text), leader },
      [`languages.${language}`]: true,
      ...fieldsOfPeople(record, people),
    },
  });
  return record;
}
