import type { ReactNode } from "react";
import { Badge } from "#ui/state-mark.tsx";
import { Conduit, Footing, Hanger, Ledger, NewDeck, OldDeck } from "./photo-drawings.tsx";
import { Sheet } from "./sheet.tsx";

const photos: readonly { drawing: ReactNode; caption: string; when: string; tags: readonly string[] }[] = [
  {
    drawing: <Footing />,
    caption: "Footing 2 of 3, tape from the bottom: 42 in.",
    when: "Thu, June 11, 9:14 AM",
    tags: ["Rear yard", "Concrete", "Before pour"],
  },
  {
    drawing: <Conduit />,
    caption: "PVC conduit, 18 in. from its top to grade.",
    when: "Fri, June 12, 1:32 PM",
    tags: ["Rear yard", "Electrical", "Before backfill"],
  },
  {
    drawing: <Ledger />,
    caption: "Ledger bolts in two rows, flashing over the top.",
    when: "Wed, June 17, 2:20 PM",
    tags: ["House wall", "Framing", "Before cover"],
  },
  {
    drawing: <Hanger />,
    caption: "Joist 13, hanger nails in every hole.",
    when: "Fri, June 19, 10:07 AM",
    tags: ["Deck frame", "Framing", "Before cover"],
  },
];

const pair: readonly { drawing: ReactNode; caption: string; when: string }[] = [
  { drawing: <OldDeck />, caption: "Before, from the maple", when: "Mon, June 8, 7:58 AM" },
  { drawing: <NewDeck />, caption: "After, from the maple", when: "Mon, June 29, 3:41 PM" },
];

/** A report of six photos: four that can't be taken again, and the pair that sells the next deck. */
export function ProofPixSketch() {
  return (
    <Sheet
      title="Photo report"
      reference="6 of 184 photos"
      about="North Fork Decks. Dana R., rear deck. Time stamp on, location off."
    >
      <ul className="grid gap-x-6 gap-y-6 border-b border-rule py-5 min-[26rem]:grid-cols-2">
        {photos.map(({ drawing, caption, when, tags }) => (
          <li key={when}>
            <figure>
              {drawing}
              <figcaption className="mt-2">
                <span className="block text-pencil" data-figures="">
                  {when}
                </span>
                {caption}
                <span className="mt-1.5 flex flex-wrap gap-1.5">
                  {tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <ul className="grid gap-x-6 gap-y-6 pt-5 min-[26rem]:grid-cols-2">
        {pair.map(({ drawing, caption, when }) => (
          <li key={when}>
            <figure>
              {drawing}
              <figcaption className="mt-2">
                <span className="block text-pencil" data-figures="">
                  {when}
                </span>
                <b>{caption}</b>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
