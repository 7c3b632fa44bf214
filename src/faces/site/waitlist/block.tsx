import { useOtherSpelling } from "#platform/http/back-button.ts";
import { useActionData } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Trap } from "../spam/honeypot.tsx";
import type { WaitlistSource } from "./sources.ts";

export interface WaitlistOutcome {
  readonly waitlist:
    | { readonly joined: true }
    | { readonly joined: false; readonly email: string; readonly emailError: string | undefined };
}

const FAILED = "Something went wrong. Try again.";

/**
 * The waitlist: headline, address, button. Use it once per page, on a screen with `export { waitlistAction
 * as action }`. With script it is sent in place; without, the page reloads with the block in its new
 * state.
 */
export function WaitlistBlock({
  headline = "Get Early Access",
  subtext = "Join the waitlist and be the first to try it.",
  source = "generic-cta",
}: {
  headline?: string;
  subtext?: string;
  source?: WaitlistSource;
}) {
  const itself = useOtherSpelling();
  const outcome = useActionData<Partial<WaitlistOutcome>>()?.waitlist;
  const refused = outcome?.joined === false ? outcome : undefined;
  return (
    <section
      id="waitlist"
      aria-labelledby="waitlist-title"
      data-no-print=""
      className="@container border-t-2 border-ink py-12 lg:py-20"
    >
      <div className="grid gap-x-16 gap-y-8 @min-[56rem]:grid-cols-3">
        <header>
          <h2 id="waitlist-title">{headline}</h2>
          <p className="mt-4 max-w-measure text-lg">{subtext}</p>
        </header>
        {outcome?.joined ? (
          <Joined />
        ) : (
          <form
            method="post"
            action={itself}
            className="max-w-[36rem] @min-[56rem]:col-span-2"
            data-post="/api/addToWaitlist"
            data-post-refused={FAILED}
            data-post-lost={FAILED}
          >
            <input type="hidden" name="source" value={source} />
            <div className="grid gap-x-3 gap-y-4 @min-[28rem]:grid-cols-[1fr_auto]">
              <Field
                id="waitlist-email"
                name="email"
                label="Email"
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                inputMode="email"
                defaultValue={refused?.email}
                error={refused?.emailError}
                autoFocus={refused?.emailError !== undefined}
              />
              {/* Beside the field it is as high as the box and starts where the label ends. */}
              <SubmitButton
                kind="signal"
                className="min-h-[calc(1.5*var(--text-base)+1.375rem+2px)] w-full @min-[28rem]:mt-[calc(1.375*var(--text-base)+0.375rem)] @min-[28rem]:self-start"
              >
                Join Waitlist
              </SubmitButton>
            </div>
            <Trap />
            <p className="mt-3 text-sm text-pencil">No spam — just early access and updates.</p>
            <div className="mt-2">
              <StatusLine
                kind={refused ? "error" : "info"}
                takesFocus={refused !== undefined && !refused.emailError}
              >
                {refused ? FAILED : null}
              </StatusLine>
            </div>
            <template>
              <Joined />
            </template>
          </form>
        )}
      </div>
    </section>
  );
}

/** Replaces the form afterwards; takes the focus, so that it is read out and seen. */
function Joined() {
  return (
    <p className="font-display text-2xl font-bold text-level @min-[56rem]:col-span-2" tabIndex={-1} autoFocus>
      <span>You&apos;re on the list!</span> <span aria-hidden="true">🎉</span>
    </p>
  );
}
