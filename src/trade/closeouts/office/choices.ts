import { dayWords } from "#platform/time/format.ts";
import type { Material } from "../content/gather.server.ts";

/** A part that the office can leave out. */
interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

/** Everything of a job that can be in its package, in the order of the package. */
export function choicesOf({
  parts,
  papers,
  manuals,
  zone,
}: Pick<Material, "parts" | "papers" | "manuals" | "zone">): { title: string; choices: readonly Choice[] }[] {
  return [
    {
      title: "From you",
      choices: [
        { id: "letter", label: "Warranty letter", hint: "" },
        { id: "contacts", label: "Contacts", hint: "" },
      ],
    },
    {
      title: "Signed papers",
      choices: papers.map(({ paper, approvals }) => ({
        id: `paper ${paper.id}`,
        label: [paper.number, paper.title].filter(Boolean).join(" · "),
        hint: `${approvals.map(({ name }) => name || "Your client").join(" and ")}, ${dayWords(approvals.at(-1)!.at.toZonedDateTimeISO(zone).toPlainDate())}`,
      })),
    },
    {
      title: "From the job",
      choices: parts.map(({ id, label, hint }) => ({ id, label, hint })),
    },
    {
      title: "Manuals",
      choices: manuals.map(({ id, name, pages }) => ({
        id: `manual ${id}`,
        label: name,
        hint: pages === 1 ? "1 page" : `${pages} pages`,
      })),
    },
  ].filter(({ choices }) => choices.length > 0);
}
