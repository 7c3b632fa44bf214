import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { stamp } from "#trade/fieldwork/public.ts";
import { useOnline, useSavedPicture, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { AddVersion } from "./upload/add-version.tsx";
import { PageView, type Spot } from "./view/page-view.tsx";
import {
  LONGEST,
  PLAN,
  type Plan,
  type PlanPin,
  pinsOn,
  planOf,
  type Version,
  versionField,
} from "./rules.ts";

/** Where something new is on a plan. */
export interface PlacedSpot extends Spot {
  /** The plan's record. */
  readonly plan: string;
  readonly page: number;
}

/**
 * A plan of the job with its pins, and its versions.
 * @param pins on this plan, in every version
 * @param begun a spot whose form was left open before
 * @param compose the form for what is new at a spot; `done` closes it
 * @param what the noun of a pin, such as "issue"
 * @param first the page that shows first
 */
export function PlanView({
  record,
  pins,
  open,
  compose,
  what,
  first = 0,
  begun,
}: {
  record: ShownRecord;
  pins: readonly PlanPin[];
  open: (pin: PlanPin) => void;
  compose: (spot: PlacedSpot, done: () => void) => ReactNode;
  what: string;
  first?: number;
  begun?: PlacedSpot | undefined;
}) {
  const { zone, isOwnBusiness } = useScreen();
  const plan = useMemo(() => planOf(record.values), [record]);
  const [chosen, setChosen] = useState<string>();
  const [number, setNumber] = useState(first);
  const [isPlacing, setPlacing] = useState(false);
  const [spot, setSpot] = useState(begun);
  const version = plan.versions.find(({ id }) => id === chosen) ?? plan.versions[0];
  const count = version?.pages.length ?? 0;
  const at = Math.min(number, count - 1);
  const shown = useMemo(
    () => (version ? pinsOn(plan, version, pins).filter(({ page }) => page === at) : []),
    [plan, version, pins, at],
  );
  const step = useCallback(
    (by: number) => {
      const isThere = at + by >= 0 && at + by < count;
      if (isThere) setNumber(at + by);
      return isThere;
    },
    [at, count],
  );
  if (!version) return <p>This plan’s pages aren’t on this device yet. They come with a signal.</p>;
  const isLatest = version === plan.versions[0];
  const place = (where: Spot) => {
    setPlacing(false);
    setSpot({ plan: record.id, page: at, ...where });
  };
  return (
    <>
      <div className="plan-bar">
        {count > 1 ? (
          <div className="plan-pages" role="group" aria-label="Pages">
            <Button type="button" kind="plain" size="small" disabled={at === 0} onClick={() => step(-1)}>
              Previous
            </Button>
            <p aria-live="polite" data-figures="">
              Page {at + 1} of {count}
            </p>
            <Button
              type="button"
              kind="plain"
              size="small"
              disabled={at === count - 1}
              onClick={() => step(1)}
            >
              Next
            </Button>
          </div>
        ) : null}
        {plan.versions.length > 1 ? (
          <Select
            name="version"
            label="Version"
            unmarked
            value={version.id}
            options={plan.versions.map((one, from) => ({
              value: one.id,
              label: `${plan.versions.length - from}, ${stamp(one.at, zone)}${from === 0 ? " (latest)" : ""}`,
            }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        ) : null}
      </div>
      {isLatest ? null : <p className="plan-old">This is an older version.</p>}
      <Page
        key={version.pages[at]!.sha256}
        {...{ page: version.pages[at]!, pins: shown, open, step, isPlacing }}
        label={count > 1 ? `${plan.title}, page ${at + 1} of ${count}` : plan.title}
        place={isLatest ? place : undefined}
      />
      {spot ? (
        compose(spot, () => setSpot(undefined))
      ) : isLatest ? (
        <div className="plan-foot">
          <Button type="button" kind={isPlacing ? "quiet" : "signal"} onClick={() => setPlacing(!isPlacing)}>
            {isPlacing ? "Cancel" : `Add an ${what} here`}
          </Button>
          <p className="field-hint">
            {isPlacing
              ? "Move the plan until the mark is on the spot."
              : "Or press and hold the spot on the plan."}
          </p>
        </div>
      ) : null}
      <PinList pins={shown} open={open} what={what} />
      {isOwnBusiness ? <Change record={record} plan={plan} version={version} /> : null}
    </>
  );
}

function Page({ page, ...props }: Omit<Parameters<typeof PageView>[0], "picture">) {
  const { job } = useScreen();
  const picture = useSavedPicture(job, page.sha256);
  const isOnline = useOnline();
  if (picture) return <PageView page={page} picture={picture} {...props} />;
  return (
    <div className="plan-frame">
      <p className="photo-stage plan-stage plan-none" role="status">
        {picture !== null
          ? "Opening…"
          : isOnline
            ? "This page hasn’t arrived yet. It comes once the device that added it has a signal."
            : "This page isn’t on this device. Open the plan once with a signal, and it stays here."}
      </p>
    </div>
  );
}

/** Shown at once. */
const MOST_LISTED = 30;

function PinList({
  pins,
  open,
  what,
}: {
  pins: readonly PlanPin[];
  open: (pin: PlanPin) => void;
  what: string;
}) {
  const [isAll, setAll] = useState(false);
  if (pins.length === 0) return null;
  return (
    <section className="mt-6" aria-label={`On this page`}>
      <h2 className="text-xl">
        {pins.length === 1 ? `1 ${what} on this page` : `${pins.length} ${what}s on this page`}
      </h2>
      <ul className="plan-pin-list">
        {pins.slice(0, isAll ? undefined : MOST_LISTED).map((pin) => (
          <li key={pin.id}>
            <button type="button" className="place-row" onClick={() => open(pin)}>
              <b>{[pin.number, pin.title].filter(Boolean).join(" · ")}</b> <span>{pin.stateWords}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isAll && pins.length > MOST_LISTED ? (
        <Button type="button" kind="quiet" onClick={() => setAll(true)}>
          Show all {pins.length}
        </Button>
      ) : null}
    </section>
  );
}

/** A new version, and the plan's name and level. */
function Change({ record, plan, version }: { record: ShownRecord; plan: Plan; version: Version }) {
  const { job, tell } = useScreen();
  const { write, line } = useWrite();
  const [isEditing, setEditing] = useState(false);
  const [title, setTitle] = useState(plan.title);
  const [level, setLevel] = useState(plan.level ?? "");
  const target = { kind: PLAN, record: record.id, job };
  const remove = async () => {
    if (await write({ ...target, sets: { removed: true } }))
      tell.done(`${plan.title} removed.`, () => write({ ...target, sets: { removed: false } }));
  };
  const removeVersion = async () => {
    const field = versionField(version.id);
    const before = record.values[field]!;
    if (await write({ ...target, sets: { [field]: null } }))
      tell.done("Version removed.", () => write({ ...target, sets: { [field]: before } }));
  };
  return (
    <section className="plan-change" aria-label="Change this plan">
      <AddVersion replaced={{ id: record.id, plan }} />
      {isEditing ? (
        <form
          className="plan-form"
          onSubmit={(event) => {
            event.preventDefault();
            const sets = { title: title.trim(), level: level.trim() || null };
            void write({ ...target, sets }).then((isSaved) => isSaved && setEditing(false));
          }}
        >
          <Field
            name="title"
            label="Name of the plan"
            required
            maxLength={LONGEST.title}
            value={title}
            onChange={({ target: input }) => setTitle(input.value)}
          />
          <Field
            name="level"
            label="Level"
            maxLength={LONGEST.level}
            value={level}
            onChange={({ target: input }) => setLevel(input.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit">Save</Button>
            <Button type="button" kind="quiet" onClick={() => setEditing(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button type="button" kind="quiet" onClick={() => setEditing(true)}>
            Rename
          </Button>
          {plan.versions.length > 1 ? (
            <Button type="button" kind="quiet" onClick={() => void removeVersion()}>
              Remove this version
            </Button>
          ) : null}
          <Button type="button" kind="quiet" onClick={() => void remove()}>
            Remove the plan
          </Button>
        </div>
      )}
      {line}
    </section>
  );
}
