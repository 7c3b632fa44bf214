import { Form, useNavigation } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { ShownCopy } from "./your-data.server.ts";

const WORDS = { making: "In progress", ready: "Ready", failed: "Failed" } as const;
const STATES = { making: "waiting", ready: "done", failed: "stopped" } as const;

/** Requests a data copy, and lists the existing ones. */
export function CopyOfData({
  owns,
  copies,
  asked,
  confirmPath,
  refusal,
}: {
  owns: readonly string[];
  copies: readonly ShownCopy[];
  asked: boolean;
  /** Where to confirm their identity first; null when they have done so recently. */
  confirmPath: string | null;
  refusal: { readonly message: string | null } | undefined;
}) {
  const navigation = useNavigation();
  const sending = navigation.formData?.get("intent") === "copy";
  return (
    <Section title="A copy of your data" id="copy">
      <p className="mt-4 max-w-measure">
        One ZIP file with everything about you
        {owns.length > 0 ? (
          <> and everything in {formatNames(owns)}: every record as JSON, and every file</>
        ) : (
          ", as JSON"
        )}
        . It takes a moment to make. We’ll email you when it’s ready and keep it for 7 days.
      </p>
      <div className="mt-6">
        {confirmPath ? (
          <LinkButton href={confirmPath} kind="plain">
            Confirm it’s you
          </LinkButton>
        ) : (
          <Form method="post" action="/account/settings/data#copy">
            <input type="hidden" name="intent" value="copy" />
            <SubmitButton busy="Requesting..." sending={sending}>
              Make a copy
            </SubmitButton>
          </Form>
        )}
        <StatusLine kind={refusal ? "error" : "done"}>
          {refusal
            ? refusal.message
            : asked && copies.some(({ state }) => state === "making")
              ? "We’re making it. We’ll email you when it’s ready."
              : null}
        </StatusLine>
      </div>
      {copies.length > 0 ? (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">
          {copies.map(({ id, state, asked: at, askedWords, until, size }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
              <div>
                <p>
                  Requested <time dateTime={at}>{askedWords}</time>
                </p>
                <p className="mt-1 text-pencil">
                  <StateMark state={STATES[state]}>{WORDS[state]}</StateMark>
                  {state === "ready" && until ? `, ${size ?? ""}, available until ${until}` : null}
                  {state === "failed" ? ". Please try again." : null}
                </p>
              </div>
              {state === "ready" ? (
                <LinkButton href={`/account/exports/${id}`} kind="plain">
                  Download
                </LinkButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

/** `Summit Decks`, `Summit Decks and Larkspur`, `your 3 businesses`. */
function formatNames(names: readonly string[]): string {
  return names.length > 2 ? `your ${names.length} businesses` : names.join(" and ");
}
