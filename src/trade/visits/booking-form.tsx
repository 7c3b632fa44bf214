import { Trap } from "#trade/leads/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, RadioGroup, TextArea } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { PLACE_CHOICES } from "./format.ts";
import type { Place } from "./rules.ts";
import type { TimeChoice } from "./times.server.ts";
import type { Typed } from "./typed.ts";

export interface Chosen {
  readonly at: string;
  readonly when: string;
  /** In the business's zone, if that is another one. */
  readonly whenThere: string | null;
}

/** What the form that books asks. */
export interface Asks {
  readonly zone: string;
  readonly places: readonly Place[];
  readonly ownAddress: string | null;
  readonly wording: string;
  readonly texts: string;
  readonly lead: { readonly name: string; readonly hasEmail: boolean; readonly hasPhone: boolean } | null;
  readonly otherLink: string | null;
  readonly submission: string;
}

type Refused = FormFailure<{ readonly typed: Typed; readonly next: readonly TimeChoice[] }>;

/** Asks who comes and where. Without script, everything typed survives a refusal. */
export function BookingForm({
  asks,
  chosen,
  refused,
  business,
}: {
  asks: Asks;
  /** Null when that time was just taken: then the form offers the next ones. */
  chosen: Chosen | null;
  refused: Refused | undefined;
  business: string;
}) {
  const { typed, next }: Refused["values"] = refused?.values ?? { typed: {}, next: [] };
  const errors = refused?.errors ?? {};
  const { lead, places } = asks;
  const name = business || "the business";
  return (
    <form method="post" className="form mt-6">
      <ErrorSummary errors={errors} />
      {chosen ? (
        <>
          <p className="visit-when">
            {chosen.when}
            {chosen.whenThere ? <span>{chosen.whenThere}</span> : null}
          </p>
          <p>
            <a className="text-link" href="?">
              Choose another time
            </a>
          </p>
          <input type="hidden" name="at" value={chosen.at} />
        </>
      ) : (
        <>
          <StatusLine kind="error" takesFocus>
            {refused?.message ?? null}
          </StatusLine>
          {next.length > 0 ? (
            <RadioGroup
              name="at"
              label="The nearest free times"
              required
              options={next.map(({ at, label }) => ({ value: at, label }))}
              error={errors["at"]}
            />
          ) : (
            <p>There are no free times right now. Call {name} and ask for one.</p>
          )}
        </>
      )}
      <input type="hidden" name="zone" value={asks.zone} />
      <input type="hidden" name="submission" value={typed.submission || asks.submission} />
      <Trap />
      {lead ? (
        <p>
          Booking for <strong>{lead.name}</strong>.{" "}
          {asks.otherLink ? (
            <a className="text-link" href={asks.otherLink}>
              That’s not me
            </a>
          ) : null}
        </p>
      ) : (
        <Field
          name="name"
          label="Your name"
          required
          autoComplete="name"
          defaultValue={typed.name}
          error={errors["name"]}
        />
      )}
      {lead?.hasEmail ? null : (
        <Field
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          required
          autoComplete="email"
          hint="The confirmation goes there."
          defaultValue={typed.email}
          error={errors["email"]}
        />
      )}
      {lead?.hasPhone ? null : (
        <Field
          name="phone"
          label="Phone"
          type="tel"
          inputMode="tel"
          required
          autoComplete="tel"
          defaultValue={typed.phone}
          error={errors["phone"]}
        />
      )}
      <PlaceFields asks={asks} typed={typed} errors={errors} />
      <TextArea
        name="note"
        label={places.length === 1 && places[0] === "phone" ? "What is it about?" : "What should we look at?"}
        rows={3}
        defaultValue={typed.note}
        error={errors["note"]}
      />
      <Checkbox
        name="texts"
        label={asks.texts}
        defaultChecked={typed.texts === "yes"}
        error={errors["texts"]}
      />
      <p className="text-sm text-pencil">By booking you agree: “{asks.wording}”</p>
      <SubmitButton busy="Booking..." wide>
        Book the visit
      </SubmitButton>
      {chosen ? <StatusLine kind="error">{refused?.message ?? null}</StatusLine> : null}
    </form>
  );
}

function PlaceFields({
  asks: { places, ownAddress },
  typed,
  errors,
}: {
  asks: Asks;
  typed: Typed;
  errors: Readonly<Record<string, string>>;
}) {
  const only = places.length === 1 ? places[0] : undefined;
  const hints: Partial<Record<Place, string>> = ownAddress ? { ours: ownAddress.replaceAll("\n", ", ") } : {};
  return (
    <>
      {only ? (
        <input type="hidden" name="place" value={only} />
      ) : (
        <RadioGroup
          name="place"
          label="Where"
          required
          defaultValue={typed.place || places[0] || ""}
          options={places.map((place) => ({
            value: place,
            label: PLACE_CHOICES[place],
            ...(hints[place] ? { hint: hints[place] } : {}),
          }))}
          error={errors["place"]}
        />
      )}
      {only === "ours" && ownAddress ? (
        <p>
          You come to: <span className="whitespace-pre-line">{ownAddress}</span>
        </p>
      ) : null}
      {places.includes("theirs") ? (
        <TextArea
          name="address"
          label="Address of the visit"
          rows={2}
          required={only === "theirs"}
          unmarked={only !== "theirs"}
          hint={only === "theirs" ? undefined : "Only if we come to you."}
          autoComplete="street-address"
          defaultValue={typed.address}
          error={errors["address"]}
        />
      ) : null}
    </>
  );
}
