import { formatPhone } from "#platform/phones/phone.ts";
import { ANSWER_NAMES, type Answers, QUESTIONS } from "./questions.ts";

/** Answers for the owner: label and text, and for a phone number also what to dial. */
export function answerLines(
  answers: Answers | null,
): { readonly name: string; readonly text: string; readonly dials?: string }[] {
  return QUESTIONS.flatMap((question) => {
    const text = answers?.[question];
    if (!text) return [];
    if (question !== "phone") return [{ name: ANSWER_NAMES[question], text }];
    const extension = answers?.extension;
    return [
      {
        name: ANSWER_NAMES.phone,
        text: extension ? `${formatPhone(text)} ext. ${extension}` : formatPhone(text),
        dials: extension ? `${text},${extension}` : text,
      },
    ];
  });
}
