import { type SubmitEvent, useState } from "react";
import { Link } from "react-router";
import { useWorkElsewhere } from "./other-businesses.tsx";
import { describeRefused } from "./describe-refused.ts";
import { exportUnsent, importUnsent, useOpenStore, useStore, useSyncState } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";

const counted = ({ commands, originals }: { commands: number; originals: number }) =>
  `${commands} ${commands === 1 ? "change" : "changes"} and ${originals} ${originals === 1 ? "photo" : "photos"}`;

/**
 * Unsent work on this device: send it, save it to a file, or read it back from one. Sign-out leads here
 * while something is unsent.
 */
export default function Recover() {
  const state = useSyncState();
  const { syncNow } = useOpenStore();
  const left = useWorkElsewhere(useStore().who);
  const waiting = state?.waiting ?? 0;
  const refused = state?.refused ?? 0;
  const open = waiting + refused;
  // Until both are known, don't say that anything is safe.
  if (!state || !left) return null;
  return (
    <Page narrow>
      <title>Work on this device</title>
      <PageHeader
        title={
          waiting || left.length > 0
            ? "Not everything is sent"
            : refused
              ? "Everything else is sent"
              : "All sent"
        }
      >
        {waiting
          ? `${waiting} ${waiting === 1 ? "change or photo is" : "changes and photos are"} only on this device. Send ${waiting === 1 ? "it" : "them"} before you log out, or save ${waiting === 1 ? "it" : "them"} to a file.`
          : refused
            ? "Everything else is sent. What the server rejected is only on this device and won’t go out unless you retry."
            : left.length > 0
              ? "Your work for this business is sent. Work for another business is still on this device. It stays in this browser when you log out, and is lost if you clear the browser’s data."
              : "The server has everything from this device. It’s safe to log out. Logging out removes this device’s copies."}
      </PageHeader>
      {refused ? (
        <Section title={describeRefused(refused)} id="refused">
          <p className="max-w-measure">
            The server won’t take {refused === 1 ? "it" : "them"} the way{" "}
            {refused === 1 ? "it is" : "they are"}. See why, save what you need as a file, and remove the
            rest.
          </p>
          <p className="mt-4">
            <Link className="button" data-kind="plain" to="/account/jobs/refused">
              See what was rejected
            </Link>
          </p>
        </Section>
      ) : null}
      {waiting ? (
        <Section title="Send it now" id="send">
          <p className="max-w-measure">
            {state.noRoom ||
              "With a signal, this takes a moment. Stay on this page until everything is sent."}
          </p>
          <p className="mt-4">
            <Button type="button" onClick={syncNow}>
              Send now
            </Button>
          </p>
        </Section>
      ) : null}
      {open ? <TakeAlong /> : null}
      <ReadBack />
      <Section title="Log Out" id="out">
        {open ? (
          <p className="mb-4 max-w-measure">
            {waiting
              ? "Logging out keeps the work in this browser: log in again here to send it."
              : "Logging out keeps what was rejected in this browser. Log in here again to see it."}{" "}
            It’s lost if you clear the browser’s data.
          </p>
        ) : null}
        <form method="post" action="/logout" data-told="">
          <Button type="submit" kind={open ? "stop" : "plain"}>
            {open ? "Log out anyway" : "Log Out"}
          </Button>
        </form>
      </Section>
    </Page>
  );
}

function TakeAlong() {
  const store = useStore();
  const [words, setWords] = useState<{ kind: "done" | "error"; text: string }>();
  const take = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const passphrase = new FormData(event.currentTarget).get("passphrase") as string;
    try {
      const { file, kept } = await exportUnsent(store, passphrase);
      const address = URL.createObjectURL(file);
      const link = document.createElement("a");
      [link.href, link.download] = [
        address,
        `unsent-work-${new Date().toISOString().slice(0, 10)}.plumbline`,
      ];
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      setWords({
        kind: "done",
        text: `The file holds ${counted(kept)}. Without the passphrase no one can read it.`,
      });
    } catch (error) {
      setWords({
        kind: "error",
        text: error instanceof Error ? error.message : "We couldn’t make the file. Nothing was lost.",
      });
    }
  };
  return (
    <Section title="Save it to a file" id="take">
      <form className="form" onSubmit={(event) => void take(event)}>
        <Field
          name="passphrase"
          label="Passphrase"
          type="password"
          hint="At least 8 characters. You’ll need it to open the file."
          minLength={8}
          required
          autoComplete="new-password"
        />
        <div>
          <Button type="submit" kind="plain">
            Save an encrypted file
          </Button>
        </div>
        <StatusLine kind={words?.kind ?? "info"}>{words?.text}</StatusLine>
      </form>
    </Section>
  );
}

function ReadBack() {
  const store = useStore();
  const [words, setWords] = useState<{ kind: "done" | "error"; text: string }>();
  const read = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const file = data.get("file");
    if (!(file instanceof File) || !file.size)
      return setWords({ kind: "error", text: "Choose the file you saved." });
    try {
      const kept = await importUnsent(store, file, data.get("passphrase") as string);
      setWords({
        kind: "done",
        text: `Restored: ${counted(kept)}. They’ll send as soon as there’s a signal.`,
      });
      form.reset();
    } catch (error) {
      setWords({
        kind: "error",
        text: error instanceof Error ? error.message : "We couldn’t read the file.",
      });
    }
  };
  return (
    <Section title="Restore from a file" id="read">
      <form className="form" onSubmit={(event) => void read(event)}>
        <Field name="file" label="File" type="file" accept=".plumbline" required />
        <Field
          id="read-passphrase"
          name="passphrase"
          label="Passphrase"
          type="password"
          required
          autoComplete="off"
        />
        <div>
          <Button type="submit" kind="plain">
            Restore
          </Button>
        </div>
        <StatusLine kind={words?.kind ?? "info"}>{words?.text}</StatusLine>
      </form>
    </Section>
  );
}
