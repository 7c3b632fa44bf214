import { useEffect, useState } from "react";
import { type Store, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { placeWords } from "#trade/places/public.ts";
import { usePlaces } from "#trade/places/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { readNumber, readRecord, readTextOrNull } from "#ground/sync/public.ts";
import { wordsId } from "../rules/ids.ts";
import { factsOf, LONGEST, PHOTO, stageLabel, stageOf } from "../rules/photo.ts";
import { listedWords, WORDS } from "../rules/words.ts";

/** What the next photos get, until it is changed. */
export interface Tags {
  readonly room: string | null;
  readonly trade: string | null;
  readonly stage: string | null;
}
export type TagName = keyof Tags;
export const TAG_NAMES = ["room", "trade", "stage"] as const;
export const TAG_LABELS: Readonly<Record<TagName, string>> = { room: "Room", trade: "Trade", stage: "Stage" };
export const tagText = (name: TagName, value: string): string =>
  name === "stage" ? stageLabel(value) : value;
const valueOf = (name: TagName, word: string): string => (name === "stage" ? stageOf(word) : word);

/** Only what is chosen. */
export const setTags = (tags: Tags): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tags).filter((entry): entry is [string, string] => entry[1] !== null));

const key = (job: string) => `photo-tags ${job}`;

const NO_TAGS: Tags = { room: null, trade: null, stage: null };

const tagsOf = ({ room, trade, stage }: Readonly<Record<string, unknown>>): Tags => ({
  room: readTextOrNull(room),
  trade: readTextOrNull(trade),
  stage: readTextOrNull(stage),
});

interface ChosenTags {
  readonly tags: Tags;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function loadTags(job: string): ChosenTags {
  try {
    const { at, ...tags } = readRecord(JSON.parse(localStorage.getItem(key(job)) ?? "null")) ?? {};
    return { tags: tagsOf(tags), at: readNumber(at) ?? 0 };
  } catch {
    return { tags: NO_TAGS, at: 0 };
  }
}

/** The chosen tags of a job on this device. They stay chosen until someone changes them. */
export function useStickyTags(job: string): [Tags, (tags: Tags) => void] {
  const store = useStore();
  const [chosen, setChosen] = useState(() => loadTags(job));
  // A killed browser loses what it noted last, but no photo: the last one has its tags.
  useEffect(() => {
    void lastTags(store, job).then((last) => setChosen((now) => (last && last.at > now.at ? last : now)));
  }, [store, job]);
  const change = (tags: Tags) => {
    const next = { tags, at: Date.now() };
    setChosen(next);
    try {
      localStorage.setItem(key(job), JSON.stringify({ ...tags, at: next.at }));
    } catch {
      // Then they are chosen again on the next visit.
    }
  };
  return [chosen.tags, change];
}

/** The tags of the photo that this person took last on the job. */
async function lastTags(store: Store, job: string): Promise<ChosenTags | undefined> {
  const { user } = store.who;
  let last: ChosenTags | undefined;
  for (const { fields, values } of await store.recordsOf(PHOTO, job)) {
    const first = firstWritten(fields);
    if (first?.author === user && shotsOf(values).length > 0 && first.at > (last?.at ?? 0))
      last = { at: first.at, tags: tagsOf(values) };
  }
  return last;
}

const sameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * The places of the job, what it uses, the most used first, then the lists of the business; undefined until
 * loaded. Stages are in the order of the list, since they follow each other.
 */
function useWords(name: TagName): readonly string[] | undefined {
  const { job } = useScreen();
  const records = useRecords(PHOTO, job);
  const { account } = useStore().who;
  const lists = useRecord(WORDS, wordsId(account));
  const places = usePlaces(job);
  if (!records || !places || lists === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const { values } of records) {
    const word = factsOf(values)[name];
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const used = [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
  const offered = listedWords(lists?.values ?? {}, name).map(({ word }) => valueOf(name, word));
  if (name === "stage") return [...offered, ...used.filter((word) => !offered.includes(word))];
  const own = name === "room" ? places.map(placeWords).filter((word) => word.length <= LONGEST.word) : [];
  const all = [...own, ...used, ...offered];
  return all.filter((word, at) => all.findIndex((one) => sameWord(one, word)) === at);
}

/** Chips to choose one word from, and a field for another. */
export function WordChoice({
  name,
  value,
  choose,
}: {
  name: TagName;
  value: string | null;
  choose: (value: string | null) => void;
}) {
  const words = useWords(name);
  const [typed, setTyped] = useState("");
  if (!words) return null;
  const all = value === null || words.some((word) => sameWord(word, value)) ? words : [value, ...words];
  return (
    <div className="photo-words">
      <div className="choices" role="group" aria-label={TAG_LABELS[name]}>
        <button
          type="button"
          className="choice-chip"
          aria-pressed={value === null}
          onClick={() => choose(null)}
        >
          None
        </button>
        {all.map((word) => (
          <button
            key={word}
            type="button"
            className="choice-chip"
            aria-pressed={word === value}
            onClick={() => choose(word)}
          >
            {tagText(name, word)}
          </button>
        ))}
      </div>
      <form
        className="photo-word-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) choose(valueOf(name, typed.trim()));
        }}
      >
        <Field
          name={`other-${name}`}
          label={`Another ${TAG_LABELS[name].toLowerCase()}`}
          unmarked
          maxLength={LONGEST.word}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" kind="plain">
          Use it
        </Button>
      </form>
    </div>
  );
}
