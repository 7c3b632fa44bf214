import type { Business } from "#ground/businesses/public.server.ts";
import type { JobRow } from "#trade/jobs/public.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";

/** A sheet of letter paper for the wall: the code that opens a job's safety data sheets. */
export function posterOf({
  job,
  address,
  business: { name, phone },
  createdAt,
}: {
  readonly job: Pick<JobRow, "name" | "address">;
  readonly address: string;
  readonly business: Pick<Business, "name" | "phone">;
  readonly createdAt: Temporal.Instant;
}): DocumentRequest {
  const matrix = qrMatrix(address);
  const side = matrix.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${qrPath(matrix)}"/></svg>`;
  return {
    template: "tools/safety/sheet-poster/poster.typ",
    createdAt,
    data: {
      ...{ title: `Safety data sheets, ${job.name}`, author: name ?? "Plumbline" },
      description: "A poster with a code that opens the safety data sheets of a job.",
      heading: "Safety data sheets",
      headingEs: "Hojas de datos de seguridad",
      job: [job.name, job.address].filter(Boolean),
      scan: "Scan this with your phone’s camera.\nNo app and no account needed.",
      scanEs: "Escanea esto con la cámara de tu teléfono.\nSin aplicación y sin cuenta.",
      type: "Or type this address:",
      ...{ address: address.replace(/^https?:\/\//, ""), alt: "QR code of the address below" },
      sender: [name, phone].filter(Boolean).join(", "),
    },
    files: { "code.svg": new TextEncoder().encode(svg) },
  };
}
