import { SubmitButton } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { Offer } from "../model/offers.server.ts";

interface Place {
  readonly page: string;
  readonly token: string;
}

const addressOf = ({ page, token }: Place, other = false) =>
  `${page}?made=${token}${other ? "&read=other" : ""}`;

/** Explains in one line that we write in English, if the answers were in another language. */
export function EnglishNote({ language }: { language: string | undefined }) {
  if (language === undefined) return null;
  return (
    <p className="mb-6 max-w-measure">{`What you typed looks like ${language}. We only write in English, so this is in English.`}</p>
  );
}

/** State of a draft's other version: in progress, ready to read, or why there is none. */
export function OtherVersion({
  offer,
  readingOther,
  ...place
}: Place & { offer: Offer; readingOther: boolean }) {
  const { state, note } = offer;
  if (readingOther) return <Choice {...place} which={state === "used" ? "ours" : "model"} />;
  if (state === "none") return null;
  if (state === "failed") return <p className="mb-6 max-w-measure text-pencil">{note}</p>;
  if (state === "writing")
    return (
      <div className="mb-6 max-w-measure" data-follow={`${place.page}/progress/${place.token}`}>
        <p data-follow-line="" className="text-pencil">
          AI is writing another version. It takes up to a minute.{" "}
          <a className="text-link" href={addressOf(place)}>
            Look again
          </a>
        </p>
        <div role="status" />
        <template>
          <Ready {...place} />
        </template>
      </div>
    );
  return (
    <div className="mb-6 max-w-measure">
      <Ready {...place} ours={state === "used"} />
    </div>
  );
}

function Ready({ ours = false, ...place }: Place & { ours?: boolean }) {
  return (
    <p>
      {ours ? "Our own version is still here. " : "There’s another version, written by AI. "}
      <a className="text-link" href={addressOf(place, true)}>
        Read the other version
      </a>
    </p>
  );
}

function Choice({ which, ...place }: Place & { which: "model" | "ours" }) {
  return (
    <form method="post" action={addressOf(place)} className="mb-8 border-t-2 border-ink pt-4">
      <input type="hidden" name="intent" value="use" />
      <input type="hidden" name="which" value={which} />
      <p className="max-w-measure">
        {which === "model"
          ? "This version was written by AI. It passed the same checks as ours. Nothing changes until you choose it."
          : "This is our own version. Nothing changes until you choose it."}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton busy="One moment...">Use this one</SubmitButton>
        <a className="text-link" href={addressOf(place)}>
          Back to the one I have
        </a>
      </div>
    </form>
  );
}

/** What changes in another version of a text from the library. */
const CHANGES = {
  guide: "The same guide with another opening and title.",
  emails: "The same emails with other subjects and openings.",
} as const;

/**
 * Button that writes another version from the same answers. The previous one stays one step back in the
 * browser.
 * @param props.versions how many there are before they repeat
 * @param props.whole the text, if it is from the library: of a guide only opening and title change, and of
 *   follow-up emails only subjects and openings
 */
export function AnotherVersion({
  version,
  versions,
  whole,
  refusal,
  ...place
}: Place & {
  version: number;
  versions: number;
  whole?: keyof typeof CHANGES | undefined;
  refusal: string | null | undefined;
}) {
  if (versions === 1)
    return (
      <p className="max-w-measure text-sm text-pencil">
        There’s no other version of this one yet. You can change every line once it’s saved.
      </p>
    );
  const next = `${whole ? CHANGES[whole] : "Same answers, new wording."} You keep this one too.`;
  return (
    <form method="post" action={addressOf(place)}>
      <input type="hidden" name="intent" value="another" />
      <SubmitButton kind="plain" size="small" busy="Generating...">
        Write a different version
      </SubmitButton>
      <p className="mt-2 text-sm text-pencil">
        {version >= versions
          ? `This is version ${version}, the last one. Next comes the first again.`
          : version > 1
            ? `This is version ${version}. Your browser’s Back button goes to the previous one.`
            : next}
      </p>
      <StatusLine kind="error" takesFocus={Boolean(refusal)}>
        {refusal}
      </StatusLine>
    </form>
  );
}
