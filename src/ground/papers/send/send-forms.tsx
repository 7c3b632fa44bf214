import { useSyncExternalStore } from "react";
import { Button, CopyButton } from "#ui/button.tsx";
import { Field, RadioGroup, Select, TextArea } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";

const DAYS = [
  { value: "7", label: "A week" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;

const ASKED = [
  { value: "nothing", label: "Nothing" },
  { value: "yes", label: "Approval" },
  { value: "signature", label: "A signature" },
] as const;

/** What a form asks for unless people choose something else; null if nothing can be asked for. */
type Asked = (typeof ASKED)[number]["value"] | null;

interface Refused {
  readonly values: Readonly<Record<"to" | "words" | "days" | "passcode" | "asks", string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
}

function LinkFields({
  refused,
  prefix,
  asks,
}: {
  refused: Refused | undefined;
  prefix: string;
  asks: Asked;
}) {
  const { days = "30", passcode = "", asks: asked = asks ?? "nothing" } = refused?.values ?? {};
  const isWrong = ["days", "passcode", "asks"].some((name) => refused?.errors[name]);
  const named = (all: readonly { value: string; label: string }[], value: string) =>
    all.find((one) => one.value === value)?.label.toLowerCase();
  return (
    <details className="fold" open={isWrong || undefined}>
      <summary>
        {`Link: ${asks === null ? "" : `asks for ${named(ASKED, asked)}, `}works for ${named(DAYS, days)}${passcode ? ", with a passcode" : ""}`}
      </summary>
      <div className="form mt-2">
        <Select
          id={`${prefix}-days`}
          name="days"
          label="The link works for"
          required
          defaultValue={days}
          error={refused?.errors["days"]}
          options={DAYS.map((one) => ({ ...one }))}
        />
        <Field
          id={`${prefix}-passcode`}
          name="passcode"
          label="Passcode"
          hint="People need it to open the link. Tell them over the phone."
          autoComplete="off"
          defaultValue={passcode}
          error={refused?.errors["passcode"]}
        />
        {asks === null ? null : (
          <Select
            id={`${prefix}-asks`}
            name="asks"
            label="Ask for"
            hint="They reply on the page the link opens. They can always ask a question there."
            required
            defaultValue={asked}
            error={refused?.errors["asks"]}
            options={ASKED.map((one) => ({ ...one }))}
          />
        )}
      </div>
    </details>
  );
}

/**
 * @param form submitting the same id twice emails nobody twice
 * @param asks what is asked for unless they choose something else; null if nothing can be asked for
 */
export function SendForm({
  form,
  client,
  refused,
  asks = "nothing",
}: {
  form: string;
  client: { name: string; address: string } | null;
  refused: Refused | undefined;
  asks?: Asked;
}) {
  return (
    <>
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="form" value={form} />
      <Field
        name="to"
        label="To"
        required
        inputMode="email"
        autoComplete="off"
        hint={
          client
            ? `This is ${client.name ? `${client.name}, the client` : "the client"} on this job. Separate more addresses with commas.`
            : "One or more addresses, separated by commas."
        }
        defaultValue={refused?.values.to ?? client?.address}
        error={refused?.errors["to"]}
      />
      <TextArea
        name="words"
        label="Message"
        rows={3}
        defaultValue={refused?.values.words}
        error={refused?.errors["words"]}
      />
      <LinkFields refused={refused} prefix="send" asks={asks} />
    </>
  );
}

const DECIDES = [
  { value: "", label: "The first to reply decides" },
  { value: "yes", label: "All must approve, and get it right away" },
  {
    value: "order",
    label: "All must approve, in this order",
    hint: "Each gets it once the person before has approved. If one declines, it ends.",
  },
] as const;

/** Who decides a document that is sent to several people. */
export function ApproversField({ refused }: { refused: { readonly everyone: string } | undefined }) {
  const everyone = refused?.everyone ?? "";
  return (
    <details className="fold" open={everyone !== "" || undefined}>
      <summary>Several people decide</summary>
      <RadioGroup
        name="everyone"
        label="With several addresses"
        options={DECIDES}
        defaultValue={DECIDES.some(({ value }) => value === everyone) ? everyone : ""}
      />
    </details>
  );
}

/** @param asks as in `SendForm` */
export function ShareForm({ refused, asks = "nothing" }: { refused: Refused | undefined; asks?: Asked }) {
  return (
    <>
      <input type="hidden" name="intent" value="share" />
      <LinkFields refused={refused} prefix="share" asks={asks} />
    </>
  );
}

const never = () => () => {};

/** Opens the phone's own list of apps. Nothing happens if the person closes it. */
const openSheet = (url: string): Promise<void> => navigator.share({ url }).catch(() => {});

/**
 * A link to hand over. Shown only once, because only its hash is stored.
 * @param qr its QR code as an SVG path, a module per unit, for a phone on the spot
 * @param text what a text message says around the link, and to which number; default: the link alone
 */
export function MadeLink({
  link,
  qr,
  text,
}: {
  link: string;
  qr: { path: string; size: number };
  text?: { readonly phone: string; readonly about: string };
}) {
  const hasSheet = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  const body = text ? `${text.about} ${link}` : link;
  return (
    <div className="mt-4" role="status" tabIndex={-1} ref={(part) => part?.focus()}>
      <p className="text-lg">
        <a className="text-link wrap-anywhere" id="paper-link" href={link}>
          {link}
        </a>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <CopyButton target="paper-link">Copy the link</CopyButton>
        <a
          className="button"
          data-kind="plain"
          href={`sms:${text?.phone ?? ""}?&body=${encodeURIComponent(body)}`}
        >
          Text it from this phone
        </a>
        {hasSheet ? (
          <Button type="button" kind="plain" size="small" onClick={() => void openSheet(link)}>
            More ways to send it
          </Button>
        ) : null}
      </div>
      <p className="mt-3 max-w-measure">Copy it now. We only show it once. Or scan it with a phone:</p>
      <div className="qr mt-3">
        <svg viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`} role="img" aria-label="QR code for the link">
          <path d={qr.path} />
        </svg>
      </div>
    </div>
  );
}

export function SentTo({
  sendings,
}: {
  sendings: readonly {
    id: string;
    to: string;
    /** Null while it waits for their turn. */
    at: { words: string; iso: string } | null;
    seen: string | null;
  }[];
}) {
  return (
    <Section title="Sent" id="sendings">
      <ul className="mt-4">
        {sendings.map(({ id, to, at, seen }) => (
          <li key={id} className="border-t border-rule py-3">
            <p className="wrap-anywhere">
              <b>{to}</b>, {at ? <time dateTime={at.iso}>{at.words}</time> : "not sent yet"}
            </p>
            {seen ? <p className="text-sm text-pencil">{seen}</p> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Who signed it, or declined to. */
export function SignedBy({
  signatures,
}: {
  signatures: readonly {
    id: string;
    name: string;
    state: "signed" | "declined";
    at: { words: string; iso: string };
  }[];
}) {
  return (
    <Section title="Signatures" id="signatures">
      <ul className="mt-4">
        {signatures.map(({ id, name, state, at }) => (
          <li key={id} className="border-t border-rule py-3 wrap-anywhere">
            <a className="text-link" href={`/account/signatures/${id}`}>
              {name}
            </a>{" "}
            {state === "signed" ? "signed it on " : "declined it on "}
            <time dateTime={at.iso}>{at.words}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const DID = { approved: "approved it on ", declined: "declined it on ", asked: "asked on " } as const;

/** What people outside answered without a signature, or asked. */
export function AnsweredBy({
  answers,
}: {
  answers: readonly {
    id: string;
    name: string;
    answer: "approved" | "declined" | "asked";
    words: string;
    at: { words: string; iso: string };
  }[];
}) {
  return (
    <Section title="Replies" id="answers">
      <ul className="mt-4">
        {answers.map(({ id, name, answer, words, at }) => (
          <li key={id} className="border-t border-rule py-3 wrap-anywhere">
            <b>{name || "Someone who had their data deleted"}</b> {DID[answer]}
            <time dateTime={at.iso}>{at.words}</time>
            {words ? <p className="mt-1 whitespace-pre-line">{words}</p> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
