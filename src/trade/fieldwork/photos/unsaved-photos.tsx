import { Button } from "#ui/button.tsx";
import { useObjectUrl } from "./use-object-url.ts";
import type { Failed, Roll } from "./use-roll.ts";

const MOST_SHOWN = 5;

/** Photos that exist only in memory, each with what can be done. */
export function UnsavedPhotos({ roll }: { roll: Roll }) {
  const mayTryAgain = roll.failed.filter((one) => one.mayTryAgain).length;
  return (
    <>
      {mayTryAgain > 1 ? (
        <p className="flex flex-wrap items-center gap-2">
          <b>{mayTryAgain} photos aren’t saved yet. They’re only on this screen, so keep it open.</b>
          <Button type="button" kind="plain" size="small" onClick={roll.tryAllAgain}>
            Retry all
          </Button>
        </p>
      ) : null}
      {roll.failed.slice(0, MOST_SHOWN).map((one) => (
        <UnsavedPhoto
          key={`${one.file.name} ${one.file.lastModified} ${one.file.size}`}
          one={one}
          tryAgain={roll.tryAgain}
          discard={roll.discard}
        />
      ))}
      {roll.failed.length > MOST_SHOWN ? <p>and {roll.failed.length - MOST_SHOWN} more.</p> : null}
    </>
  );
}

function UnsavedPhoto({
  one,
  tryAgain,
  discard,
}: {
  one: Failed;
  tryAgain: (one: Failed) => void;
  discard: (one: Failed) => void;
}) {
  const address = useObjectUrl(one.file);
  return (
    <div className="panel job-refused" role="alert">
      <p>{one.why}</p>
      <div className="flex flex-wrap gap-2">
        {one.mayTryAgain ? (
          <>
            <Button type="button" kind="plain" size="small" onClick={() => tryAgain(one)}>
              Try again
            </Button>
            <a className="button" data-kind="plain" data-size="small" href={address} download={one.file.name}>
              Save it as a file
            </a>
          </>
        ) : null}
        <Button type="button" kind="quiet" size="small" onClick={() => discard(one)}>
          Leave it out
        </Button>
      </div>
    </div>
  );
}
