import { plainHeader } from "#platform/csv/plain-header.ts";

/** An export of another program, and what to know about bringing it here. */
export interface KnownExport {
  readonly program: string;
  /** All of these are among its headers, in any capitals. */
  readonly heads: readonly string[];
}

/**
 * Exports that a list is recognized as by its header, surest first. From the programs' own exports and help
 * pages, 2024 to 2026.
 */
const EXPORTS: readonly KnownExport[] = [
  { program: "Jobber", heads: ["Display Name", "Main Phone #s", "E-mails"] },
  { program: "Housecall Pro", heads: ["mobile number", "home number", "work number", "lead source"] },
  { program: "Housecall Pro", heads: ["customer tags", "mobile phone", "home phone", "first name"] },
  { program: "HubSpot", heads: ["record id", "email", "first name"] },
  { program: "Mailchimp", heads: ["email address", "member rating"] },
  { program: "Mailchimp", heads: ["email address", "unsub time"] },
  { program: "Mailchimp", heads: ["email address", "optin time"] },
  { program: "Square", heads: ["reference id", "email address", "square customer id"] },
  { program: "Square", heads: ["email address", "creation source", "transaction count"] },
  { program: "QuickBooks", heads: ["customer full name", "phone numbers"] },
  { program: "QuickBooks", heads: ["active status", "customer", "main phone", "main email"] },
  { program: "QuickBooks", heads: ["name", "company name", "open balance"] },
  { program: "Google Contacts", heads: ["E-mail 1 - Value", "Phone 1 - Value"] },
  { program: "Outlook", heads: ["E-mail Address", "business phone", "mobile phone"] },
];

/** The program that a list comes from, by its headers; null for an unknown one. */
export function programOf(headers: readonly string[]): string | null {
  const words = new Set(headers.map(plainHeader));
  return EXPORTS.find(({ heads }) => heads.every((head) => words.has(plainHeader(head))))?.program ?? null;
}
