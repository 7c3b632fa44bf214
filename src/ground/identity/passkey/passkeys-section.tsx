import { useState, useSyncExternalStore } from "react";
import { Form, useRevalidator } from "react-router";
import { Button, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { canUsePasskeys, createPasskey } from "./passkeys-browser.ts";

interface Day {
  readonly iso: string;
  readonly words: string;
}

interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly backedUp: boolean;
  readonly added: Day;
  readonly used: Day | null;
}

const neverChanges = () => () => {};

/** A person's passkeys, and a button to add one. */
export function PasskeysSection({
  passkeys,
  host,
  errors,
  sending,
  primary,
}: {
  passkeys: readonly ShownPasskey[];
  host: string;
  /** Errors of new names, by passkey id. */
  errors: Readonly<Record<string, string>>;
  sending: boolean;
  /** Whether adding a passkey is the page's primary action. */
  primary: boolean;
}) {
  return (
    <Section title="Passkeys" id="passkeys">
      <p className="mt-4 max-w-measure">
        Log in with your fingerprint, your face, or your screen lock. No password, no code, nothing a scammer
        can talk you out of.
      </p>
      {passkeys.length ? (
        <ul className="mt-4 max-w-measure divide-y divide-rule border-y border-rule">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="py-4">
              <PasskeyItem passkey={passkey} error={errors[passkey.id]} sending={sending} />
            </li>
          ))}
        </ul>
      ) : null}
      <AddPasskey host={host} primary={primary} />
    </Section>
  );
}

function PasskeyItem({
  passkey,
  error,
  sending,
}: {
  passkey: ShownPasskey;
  error: string | undefined;
  sending: boolean;
}) {
  const { id, name, backedUp, added, used } = passkey;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-lg break-words">{name}</h3>
          <p className="text-pencil">
            Added <time dateTime={added.iso}>{added.words}</time>.{" "}
            {used ? (
              <>
                Last used <time dateTime={used.iso}>{used.words}</time>.
              </>
            ) : (
              "Not used yet."
            )}{" "}
            {backedUp ? "Synced to your other devices." : "On this device only."}
          </p>
        </div>
        <Form method="post">
          <input type="hidden" name="intent" value="passkey-remove" />
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            kind="plain"
            size="small"
            busy="Removing..."
            sending={sending}
            aria-label={`Remove the passkey ${name}`}
          >
            Remove
          </SubmitButton>
        </Form>
      </div>
      <details className="mt-2" open={Boolean(error)}>
        <summary className="text-link">Rename</summary>
        <Form method="post" className="form mt-3">
          <input type="hidden" name="intent" value="passkey-rename" />
          <input type="hidden" name="id" value={id} />
          <Field
            id={`name-${id}`}
            name="name"
            label="Name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={name}
            error={error}
          />
          <SubmitButton kind="plain" size="small" busy="Saving..." sending={sending}>
            Save name
          </SubmitButton>
        </Form>
      </details>
    </>
  );
}

/** The button appears only if the browser supports passkeys; otherwise a sentence says that it doesn't. */
function AddPasskey({ host, primary }: { host: string; primary: boolean }) {
  const can = useSyncExternalStore<boolean | undefined>(
    neverChanges,
    () => canUsePasskeys(host),
    () => undefined,
  );
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<{ kind: "idle" | "asking" | "done" } | { kind: "error"; words: string }>(
    { kind: "idle" },
  );
  const add = async () => {
    if (state.kind === "asking") return;
    setState({ kind: "asking" });
    const outcome = await createPasskey();
    if ("to" in outcome) return location.assign(outcome.to);
    if ("error" in outcome) return setState({ kind: "error", words: outcome.error });
    await revalidate();
    setState({ kind: "done" });
  };
  if (can === undefined)
    return (
      <noscript>
        <p className="mt-4 max-w-measure text-pencil">Adding a passkey needs JavaScript in this browser.</p>
      </noscript>
    );
  if (!can)
    return <p className="mt-4 max-w-measure text-pencil">This browser can’t create passkeys on this page.</p>;
  return (
    <div className="mt-4">
      <Button
        kind={primary ? "chalk" : "plain"}
        onClick={() => void add()}
        aria-disabled={state.kind === "asking" || undefined}
      >
        {state.kind === "asking" ? "Waiting for your device..." : "Add a passkey"}
      </Button>
      <StatusLine kind={state.kind === "error" ? "error" : "done"}>
        {state.kind === "error"
          ? state.words
          : state.kind === "done"
            ? "Passkey added. Use it the next time you log in."
            : null}
      </StatusLine>
    </div>
  );
}
