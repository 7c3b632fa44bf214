import { type ChangeEvent, useEffect, useState } from "react";
import { type ContactCard, readContactCard } from "#platform/csv/vcard.ts";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

/** https://w3c.github.io/contact-picker/ */
interface ContactsManager {
  select(
    properties: readonly string[],
  ): Promise<readonly { name?: string[]; email?: string[]; tel?: string[] }[]>;
}
/** https://wicg.github.io/shape-detection-api/ */
interface CodeReader {
  detect(picture: ImageBitmap): Promise<readonly { rawValue: string }[]>;
}
type CodeReaderClass = (new (options: { formats: readonly string[] }) => CodeReader) & {
  getSupportedFormats?(): Promise<readonly string[]>;
};

const contactsOf = (): ContactsManager | undefined => (navigator as { contacts?: ContactsManager }).contacts;
const codeReaderClass = (): CodeReaderClass | undefined =>
  (globalThis as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector;

/**
 * Fills the form about a new person from the phone's contacts, or from the QR code on a business card. Shows
 * only what the browser can do; nothing leaves the phone before the form is saved.
 */
export function FromPhone({ onCard }: { onCard: (card: ContactCard) => void }) {
  const [offers, setOffers] = useState({ contacts: false, codes: false });
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const formats = codeReaderClass()?.getSupportedFormats?.() ?? Promise.resolve([]);
    void formats
      .catch(() => [])
      .then((known: readonly string[]) =>
        setOffers({ contacts: contactsOf() !== undefined, codes: known.includes("qr_code") }),
      );
  }, []);
  if (!offers.contacts && !offers.codes) return null;

  async function pick(): Promise<void> {
    setProblem("");
    try {
      const [chosen] = await contactsOf()!.select(["name", "email", "tel"]);
      if (chosen)
        onCard({ name: chosen.name?.[0] ?? "", emails: chosen.email ?? [], phones: chosen.tel ?? [] });
    } catch {
      setProblem("We couldn’t open your contacts. Type the person in below.");
    }
  }

  async function scan({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [photo] = currentTarget.files ?? [];
    if (!photo) return;
    setProblem("");
    try {
      const codes = await new (codeReaderClass()!)({ formats: ["qr_code"] }).detect(
        await createImageBitmap(photo),
      );
      const card = codes.map(({ rawValue }) => readContactCard(rawValue)).find(Boolean);
      if (card) onCard(card);
      else
        setProblem(
          codes.length
            ? "That code has no contact in it. Type the person in below."
            : "We found no QR code in that photo. Get closer, with the whole code in view.",
        );
    } catch {
      setProblem("We couldn’t read that photo. Type the person in below.");
    }
    currentTarget.value = "";
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {offers.contacts ? (
        <Button kind="plain" type="button" onClick={() => void pick()}>
          From your contacts
        </Button>
      ) : null}
      {offers.codes ? (
        <label className="button chooser" data-kind="plain">
          Scan a card’s QR code
          <input
            type="file"
            accept="image/*"
            capture="environment"
            className="sr-only"
            onChange={(event) => void scan(event)}
          />
        </label>
      ) : null}
      <StatusLine kind="error">{problem}</StatusLine>
    </div>
  );
}
