import {
  formatMoment,
  formatPlace,
  formatTyped,
  type KindLabels,
  PHOTO_LABELS,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { ALBUM, PHOTO, stageLabel, wordOfTag } from "./rules/photo.ts";
import { describeConsent, readConsent } from "./consent/rules.ts";
import { LIST, SHOTS } from "./rules/shots.ts";
import { WORDS } from "./rules/words.ts";

const pageOf = (job: string): string => `/account/job/${job}/photos`;

const SHOTS_LABEL: KindLabels["fields"][string] = {
  label: "Shots",
  say: (value) => (Array.isArray(value) ? value.join("; ") || "None" : null),
};

export const photoLabels: readonly KindLabels[] = [
  {
    kind: PHOTO,
    name: "Photo",
    pageOf,
    fields: {
      // The value is a hash.
      sha256: { label: "Which photo", say: () => "A photo of this job" },
      "photos.*": PHOTO_LABELS,
      caption: formatTyped("Caption"),
      room: formatTyped("Room"),
      trade: formatTyped("Trade"),
      stage: {
        label: "Stage",
        say: (value) => (typeof value === "string" && value ? stageLabel(value) : null),
      },
      "tags.*": yesOrNo(({ rest }) => `Tag “${wordOfTag(rest)}”`, "Tagged", "Not tagged"),
      "album.*": yesOrNo("Album", "In it", "Not in it"),
      likeness: { label: "Likeness, for folding bursts", say: () => "Known" },
      heading: {
        label: "Direction",
        say: (value) => (typeof value === "number" ? `${Math.round(value)}°` : null),
      },
      place: formatPlace("Where it was"),
      marks: {
        label: "Drawn on it",
        say: (value) =>
          Array.isArray(value) ? (value.length === 1 ? "1 mark" : `${value.length} marks`) : null,
      },
      pair: { label: "Before and after", say: () => "Paired with another photo", none: "Not paired" },
      paperOf: { label: "Paper straightened from", say: () => "Another photo" },
      shot: { label: "Shot list", say: () => "A shot of a list", none: "Not on a list" },
      consent: {
        label: "What your client said",
        say: (value) => {
          const consent = readConsent(value);
          return consent && describeConsent(consent);
        },
        none: "Your client wasn’t asked",
      },
      hidden: formatTyped("Hidden because"),
      trashedAt: { ...formatMoment("Deleted"), none: "Not deleted" },
    },
  },
  {
    kind: ALBUM,
    name: "Album",
    pageOf,
    fields: {
      name: formatTyped("Name"),
      rule: { label: "Photos in it", say: () => "Chosen by tags or day", none: "Chosen by hand" },
    },
  },
  {
    kind: SHOTS,
    name: "Shot list",
    pageOf: (job) => `${pageOf(job)}/shots`,
    fields: {
      title: formatTyped("Name"),
      shots: SHOTS_LABEL,
      "skips.*": { ...formatTyped("A shot doesn’t apply because"), none: "It applies" },
      done: yesOrNo("Done", "Done", "Not done"),
    },
    mayKeep: (_, field) => (field === "done" ? "Open the list and mark it done there." : null),
  },
  {
    kind: LIST,
    name: "Shot list of the business",
    fields: { title: formatTyped("Name"), shots: SHOTS_LABEL },
  },
  {
    kind: WORDS,
    name: "Rooms, trades, and stages",
    fields: {
      "rooms.*": { ...formatTyped("Room"), none: "Removed" },
      "trades.*": { ...formatTyped("Trade"), none: "Removed" },
      "stages.*": { ...formatTyped("Stage"), none: "Removed" },
    },
  },
];
