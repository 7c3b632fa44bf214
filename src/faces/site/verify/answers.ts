import type { Recorded } from "#ground/evidence/public.server.ts";

/** What the page says of one hash. Texts are made once, for the page and for its script. */
export interface Answer {
  readonly sha256: string;
  readonly kind: "original" | "unknown";
  readonly title: string;
  readonly says: readonly string[];
  /** One list of terms for each business that recorded it. */
  readonly records: readonly (readonly (readonly [term: string, text: string])[])[];
}

export interface Found extends Recorded {
  /** The name of the business, if a stranger may read it. */
  readonly business: string | null;
}

/** Most hashes in one request. */
export const MOST_ASKED = 20;

/** The SHA-256 in what a person pasted, which may be a line of `sha256sum`; undefined without one. */
export const hashIn = (text: string): string | undefined =>
  /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(text.toLowerCase())?.[0];

export const NOT_A_HASH =
  "That isn’t a SHA-256. It has 64 characters, each a digit or a letter from a to f. Copy all of it.";

const SERVER_CLOCK = "by our server’s clock";
const moments = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" });
const words = (at: Temporal.Instant) => `${wall(at.epochMilliseconds)} UTC`;
const wall = (milliseconds: number) => moments.format(milliseconds).replaceAll("\u202F", " ");

const cameraTime = ({ takenAt, takenLocal }: Found) =>
  takenAt
    ? words(takenAt)
    : takenLocal && !Number.isNaN(Date.parse(`${takenLocal}Z`))
      ? `${wall(Date.parse(`${takenLocal}Z`))}, without a time zone`
      : "Nothing. The file has no time in it.";

const recordOf = (found: Found): [string, string][] => [
  ["Recorded by", found.business ?? "A business on this site"],
  ["File reached us", `${words(found.receivedAt)}, ${SERVER_CLOCK}`],
  ["In the job’s history", `Entry ${found.number}, written ${words(found.at)}, ${SERVER_CLOCK}`],
  ...(found.capturedAt
    ? [["The device’s clock said", words(found.capturedAt)] satisfies [string, string]]
    : []),
  ["The camera’s clock said", cameraTime(found)],
  [
    "Locked",
    found.seal
      ? `Yes, ${words(found.seal.at)}, up to entry ${found.seal.number}, signed with the key ${found.seal.key}`
      : "Not yet. The entry is part of the history’s chain, and no signature covers it so far.",
  ],
];

/** What is known of a file, by everybody who recorded it. */
export const answerOf = (sha256: string, found: readonly Found[]): Answer =>
  found.length > 0
    ? {
        sha256,
        kind: "original",
        title: "This is the original, byte for byte.",
        says:
          found.length > 1
            ? [`${found.length} businesses have it. The first one to send it to us is on top.`]
            : [],
        records: found.map(recordOf),
      }
    : {
        sha256,
        kind: "unknown",
        title: "This isn’t an original that we have.",
        says: [
          "No photo or video on a job here has exactly these bytes. That doesn’t make it a fake: one changed byte is enough.",
          "Usually, a messaging app or a social network made the picture smaller on its way, or someone edited, cropped, or rotated it. A screenshot is always a new file. Ask for the original file, sent by a link, as an email attachment in full size, or in a ZIP.",
          "It may also be a photo that nobody put on a job here, that is still on a phone without a signal, or that was erased.",
        ],
        records: [],
      };
