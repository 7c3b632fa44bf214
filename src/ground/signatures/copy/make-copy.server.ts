import type { Letterhead } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { addPages } from "#platform/pdf/edit/add-pages.ts";
import { NotOurPdf } from "#platform/pdf/edit/own-pdf.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import type { Signature } from "../signatures.server.ts";
import { boundsOf, toSvg } from "../rules.ts";

const TEMPLATE = "ground/signatures/signature-page.typ";
/** Size of a drawn signature on the page, in points. */
const ROOM = { width: 260, height: 84 };

/** File name of a signed copy. */
export function copyName({ fileName }: Pick<Signature, "fileName">): string {
  return fileName.replace(/(\.pdf)?$/i, " (signed).pdf");
}

interface PageDetails {
  readonly letterhead: Letterhead;
  /** IANA time zone of the business. */
  readonly zone: string;
  /** The bytes that were signed. */
  readonly original: Buffer;
}

/**
 * Appends a page to the signed document that says who signed, when and how; deterministic. If a document
 * can't take a page, it is embedded whole in the page's file.
 * @throws AppError internal if the stored document is not the one signed; unavailable when the renderers are
 * busy
 */
export async function makeCopy(
  signature: Signature,
  { letterhead, zone, original }: PageDetails,
): Promise<Buffer> {
  // Asynchronous hashing, because a report with photos may be large.
  const digest = Buffer.from(
    await crypto.subtle.digest(
      "SHA-256",
      new Uint8Array(original.buffer as ArrayBuffer, original.byteOffset, original.length),
    ),
  );
  if (digest.toString("hex") !== signature.sha256)
    throw new AppError("internal", "The saved document isn’t the one that was signed.");
  const page = (placement: "before" | "inside") =>
    renderPage(signature, { letterhead, zone, original }, placement);
  try {
    return addPages(original, await page("before"));
  } catch (error) {
    if (!(error instanceof NotOurPdf)) throw error;
    return page("inside");
  }
}

async function renderPage(
  signature: Signature,
  { letterhead, zone, original }: PageDetails,
  placement: "before" | "inside",
): Promise<Buffer> {
  const {
    drawing,
    title,
    name,
    email,
    phone,
    sha256,
    at,
    address,
    userAgent,
    disclosure,
    disclosureVersion,
    means,
  } = signature;
  const business = letterhead.businessName || "Plumbline";
  const bytes = original.length.toLocaleString("en-US", { useGrouping: false });
  const box = drawing ? boundsOf(drawing) : undefined;
  const scale = box ? Math.min(ROOM.width / box.width, ROOM.height / box.height) : 1;
  return Buffer.from(
    await renderPdf({
      template: TEMPLATE,
      createdAt: at,
      data: {
        title: `Signature on ${title}`,
        author: business,
        description: `Who signed ${title}, when and how.`,
        business,
        words: { page: "Page", of: "of" },
        document: title,
        name,
        drawn: box ? { width: box.width * scale, height: box.height * scale } : null,
        alt: `The signature of ${name}, drawn by hand`,
        means: means === "drawn" ? "Drawn by hand on a screen" : "Typed",
        facts: [
          ["Agreed to", signature.statement ?? ""],
          ["Signed by", name],
          ["Email", email ?? ""],
          ["Phone", phone ?? ""],
          ["Signed at", shown(at, zone)],
          ["In UTC", at.toString({ smallestUnit: "millisecond" })],
          ["Device time zone", signature.zone ?? "Not available"],
          ["IP address", address || "Not known"],
          ["Browser", userAgent || "Not known"],
          ["Signature number", signature.id],
        ].filter(([, value]) => value),
        sha256,
        bytes,
        kept: placement,
        disclosure: (disclosure ?? "").split("\n\n"),
        disclosureVersion,
      },
      files: {
        ...(drawing ? { "signature.svg": Buffer.from(toSvg(drawing)) } : {}),
        ...(placement === "inside" ? { "original.pdf": original } : {}),
      },
    }),
  );
}

function shown(at: Temporal.Instant, zone: string): string {
  return at.toZonedDateTimeISO(zone).toLocaleString("en-US", {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}
