import type { ShownRecord } from "#ground/sync/public.tsx";
import { describeStanding, type Sign, standingOf, type Talk, talkOf, titleOf } from "../rules/talk.ts";
import { isOrientation } from "../rules/text.ts";
import type { Sheet } from "../signing/sheet.ts";
import { talkPath } from "./start.ts";
import { TalkText } from "./talk-text.tsx";

export interface ShownTalk extends Sheet {
  readonly talk: Talk;
}

/** A talk as people sign it. @param signs of the job */
export function talkSheet(job: string, record: ShownRecord, signs: readonly Sign[]): ShownTalk {
  const talk = talkOf(record.values);
  const own = signs.filter((sign) => sign.talk === record.id);
  const standing = standingOf(record.id, talk, own);
  return {
    ...{ record, talk, roll: talk, signs: own, standing, path: talkPath(job, record.id) },
    noun: isOrientation(talk.text) ? "orientation" : "talk",
    ...{ state: describeStanding(talk, standing), isComplete: standing.isComplete },
    language: talk.languages.at(-1) ?? "en",
    titleOf: (language) => titleOf(talk, language),
    text: (language) => (talk.text ? <TalkText text={talk.text} language={language} /> : null),
    changes: () => null,
  };
}
