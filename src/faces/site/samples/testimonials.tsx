import { slot } from "#platform/http/static/slots.ts";
import { When } from "../when-shown.tsx";

interface Testimonial {
  quote: string;
  /** First name with initial. */
  name: string;
  role: string;
}

/**
 * Written by us as placeholders. An operator's own (SITE_FILE) replace them, along with the line that
 * labels them.
 */
const samples: readonly Testimonial[] = [
  {
    quote:
      "People used to ask what it costs to take out a wall, then vanish. Now they get my guide while they still have the tape measure in hand. The ones who write back have read it.",
    name: "Priya N.",
    role: "Structural engineer",
  },
  {
    quote:
      "I set it up over lunch in the truck. It sounds like me, it goes out while I’m pouring, and it tells me who to call when I sit down.",
    name: "Tom K.",
    role: "Design-build contractor",
  },
  {
    quote:
      "It stops the minute someone replies. Nobody gets a nudge about a roof I measured yesterday. That alone made me trust it with my name.",
    name: "Luis A.",
    role: "Solar consultant",
  },
];

const own: readonly Testimonial[] = ([1, 2, 3] as const).map((nth) => ({
  quote: slot(`QUOTE_${nth}`),
  name: slot(`QUOTE_${nth}_NAME`),
  role: slot(`QUOTE_${nth}_ROLE`),
}));

function Quotes({ quotes }: { quotes: readonly Testimonial[] }) {
  return quotes.map(({ quote, name, role }) => (
    <figure key={name} className="flex flex-col justify-between gap-5">
      <blockquote className="text-lg">
        <p>“{quote}”</p>
      </blockquote>
      <figcaption>
        <b>{name}</b>
        <br />
        {role}
      </figcaption>
    </figure>
  ));
}

/** Three columns on wide screens: the operator's quotes, or ours with a label. */
export function Testimonials() {
  return (
    <>
      <header className="lg:col-span-3">
        <h2 id="quotes-title">What Our Users Say</h2>
        <When part="sample-quotes">
          <p className="mt-3 text-pencil">Sample quotes</p>
        </When>
      </header>
      <When part="own-quotes">
        <Quotes quotes={own} />
      </When>
      <When part="sample-quotes">
        <Quotes quotes={samples} />
      </When>
    </>
  );
}
