import type { Business } from "#ground/businesses/public.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { type Care, describePosition, SPOTS } from "./emergency.ts";
import type { StoredCard } from "./stored.server.ts";

const CODE = "code.svg";

const careLine = (kind: string, care: Care | null) => ({
  kind,
  ...{ name: care?.name ?? "", address: care?.address ?? "", phone: care?.phone ?? "" },
});

/**
 * An emergency card for a wall, on letter paper. What nobody filled in has a line to write on.
 * @param address of its page @param today where the job is
 */
export function documentOfCard(
  { card, job }: StoredCard,
  { name }: Pick<Business, "name">,
  address: string,
  today: Temporal.PlainDate,
  createdAt: Temporal.Instant,
): DocumentRequest {
  const matrix = qrMatrix(address);
  const side = matrix.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${qrPath(matrix)}"/></svg>`;
  return {
    template: "tools/safety/emergency/emergency.typ",
    createdAt,
    data: {
      ...{ title: `Emergency card: ${job.name}`, author: name ?? "Plumbline" },
      description: "Where we are, who to call, and where things are in an emergency.",
      ...{ link: address, job: job.name, address: card.address, access: card.access },
      position: card.position ? describePosition(card.position) : "",
      care: [careLine("Hospital", card.hospital), careLine("Clinic", card.clinic)],
      calls: card.calls,
      spots: SPOTS.map(({ key, en, es }) => ({ en, es, where: card.spots[key] ?? "" })),
      foot: [name, `printed ${dayWords(today)}`].filter(Boolean).join(", "),
      words: {
        ...{ call: "Call 911", callEs: "Llame al 911" },
        ...{ where: "Tell them where we are", whereEs: "Diga dónde estamos" },
        ...{ position: "Coordinates", calls: "Who to call", callsEs: "A quién llamar" },
        ...{ spots: "Where it is", spotsEs: "Dónde está" },
        ...{ scan: "Scan for this card on your phone.", scanEs: "Escanea para verla en tu teléfono." },
        code: "QR code that opens this card",
      },
    },
    files: { [CODE]: new TextEncoder().encode(svg) },
  };
}
