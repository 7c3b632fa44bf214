import { operatorEmailSlot, operatorHrefSlot, operatorSlot } from "#platform/config/brand.ts";
import { slot } from "#platform/http/static/slots.ts";
import { Contents, contentsOf, Prose } from "../prose.tsx";
import { When } from "../when-shown.tsx";
import type { LegalText } from "./legal.server.ts";

// Filled in here and not in the text, which can be requested as data and must not reveal the names of our
// slots.
const SLOTS = { operator: operatorSlot, operatorEmail: <a href={operatorHrefSlot}>{operatorEmailSlot}</a> };

/** A legal text: title, effective date, and contents beside the text. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <article className="page pb-16 lg:pb-24">
      <header className="pt-10 pb-8 lg:pt-16 lg:pb-12">
        <h1>{text.title}</h1>
        <p className="mt-5 text-pencil">
          Effective <time dateTime={text.effective.iso}>{text.effective.words}</time>
        </p>
      </header>
      <div className="grid gap-x-16 gap-y-8 border-t-2 border-ink lg:grid-cols-3 lg:pt-12">
        <div className="lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:max-h-[calc(100dvh-var(--bar)-4rem)] lg:self-start lg:overflow-y-auto">
          <Contents entries={contentsOf(text.blocks)} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <Prose blocks={text.blocks} slots={SLOTS} />
          <When part="address">
            <address className="mt-4 not-italic">{slot("OPERATOR_ADDRESS")}</address>
          </When>
        </div>
      </div>
    </article>
  );
}
