import { z } from "zod";
import { clean } from "../schema.ts";
import { reviewLinkField } from "./review-link.ts";

const SIGNATURE_LINES = 6;
const INTRODUCTION_LINES = 12;

const oneLine = (most: number, tooLong: string) =>
  z
    .string()
    .transform((text) => clean(text).replace(/\s+/g, " "))
    .pipe(z.string().max(most, tooLong));

const severalLines = (
  most: { readonly characters: number; readonly lines: number },
  [tooLong, tooMany]: readonly [string, string],
) =>
  z
    .string()
    .transform((text) =>
      clean(text.replaceAll("\r\n", "\n"))
        .split("\n")
        .map((line) => line.trim())
        .join("\n"),
    )
    .pipe(
      z
        .string()
        .max(most.characters, tooLong)
        .refine((text) => text.split("\n").length <= most.lines, tooMany),
    );

/** Enough digits to call, and only characters that people use in phone numbers. */
const isPhone = (text: string) =>
  /^[+\d\p{L}(][\p{L}\d+()\-./#*, ]*$/u.test(text) &&
  (text.match(/\d/g)?.length ?? 0) >= 4 &&
  text.length >= 7;

/**
 * What a business may say of itself in words. A name here is a field of the form, of `Business`, and a text
 * column of `businesses_accounts`; an empty field clears it. Reading, saving and the history follow from this
 * list (CONTRIBUTING.md, "A new setting").
 */
export const TEXT_SETTINGS = {
  phone: {
    /** In the history. */
    label: "Phone",
    schema: oneLine(40, "Keep the number under 40 characters.").refine(
      (text) => text === "" || isPhone(text),
      "That doesn’t look like a phone number. Enter one like (303) 555-0142.",
    ),
  },
  licenceNumber: {
    label: "License number",
    schema: oneLine(60, "Keep the license number under 60 characters."),
  },
  /** Closing lines of its emails, up to six. */
  signature: {
    label: "Signature",
    schema: severalLines({ characters: 400, lines: SIGNATURE_LINES }, [
      "Keep the signature under 400 characters.",
      `Keep the signature to ${SIGNATURE_LINES} lines.`,
    ]),
  },
  /** An https address where clients can leave a review. */
  reviewLink: { label: "Review link", schema: reviewLinkField },
  /** Whom clients meet, such as "Anna Rivera". */
  personName: {
    label: "Your name on your page",
    schema: oneLine(60, "Keep your name under 60 characters."),
  },
  services: {
    label: "What you do",
    schema: oneLine(90, "Keep it under 90 characters. The words below have room for more."),
  },
  serviceArea: { label: "Where you work", schema: oneLine(90, "Keep it under 90 characters.") },
  introduction: {
    label: "About you",
    schema: severalLines({ characters: 900, lines: INTRODUCTION_LINES }, [
      "Keep it under 900 characters. Clients read the first lines.",
      `Keep it to ${INTRODUCTION_LINES} lines.`,
    ]),
  },
} as const;

export type TextSetting = keyof typeof TEXT_SETTINGS;

export const TEXT_NAMES = Object.keys(TEXT_SETTINGS) as readonly TextSetting[];

/** A value for each, by its name. */
export const eachText = <Value>(valueOf: (name: TextSetting) => Value): Record<TextSetting, Value> =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, valueOf(name)])) as Record<TextSetting, Value>;
