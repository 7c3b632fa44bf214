import type { MailStep } from "./plan/planner.ts";

/** The default sequence, usable unchanged. The owner can edit every word. */
export function firstSequence(title: string): readonly [MailStep, MailStep] {
  return [
    {
      kind: "gift",
      subject: title.length <= 60 ? title : "Here is the guide you asked for",
      body: [
        "Hi {{first_name}},",
        `Here is "${title}", as promised. The link below opens it in your browser.`,
        "If anything in it raises a question about your own place, just reply to this email. It comes straight to me.",
        "{{business}}",
      ].join("\n\n"),
    },
    {
      kind: "mail",
      delay: { amount: 2, unit: "days" },
      subject: "Did the guide answer your question?",
      body: [
        "Hi {{first_name}},",
        `I sent you "${title}". Did it answer your question, or is something still unclear?`,
        "Send me a line about what you have in mind. I’ll tell you how I’d approach it and what to watch out for.",
        "{{business}}",
      ].join("\n\n"),
    },
  ];
}
