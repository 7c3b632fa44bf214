import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { judgeMail } from "../testing/judge-file.ts";

const FOLDER = path.join(import.meta.dirname, "..", "testing", "cases");

interface Right {
  readonly kind: string;
  readonly wish?: "stop";
  /** Of a bounce: only `unreachable` gives an address up. */
  readonly verdict?: string;
  readonly words?: string;
  /** The last line of the folded text. */
  readonly quoted?: string;
  readonly subject?: string;
  readonly files?: readonly string[];
}

/**
 * The right reading of each mail, decided by people; the mails were written for this test, in the formats of
 * real mail systems.
 */
const RIGHT: Readonly<Record<string, Right>> = {
  "auto-calendar-accept": {
    kind: "reply",
    words: "Accepted: Site visit",
    files: ["invitation-1.ics text/calendar 135"],
  },
  "auto-exchange-german-oof": { kind: "automatic" },
  "auto-exchange-oof-all": { kind: "automatic" },
  "auto-gmail-reaction": { kind: "reaction", words: "Dana reacted via Gmail" },
  "auto-icloud-vacation": { kind: "automatic" },
  "auto-list-precedence-ticket": { kind: "automatic" },
  "auto-m365-oof-null-return-path": { kind: "automatic" },
  "auto-noreply-freshdesk-like": { kind: "automatic" },
  "auto-outlook-recall": { kind: "automatic" },
  "auto-real-reply-forward-group-suppress": { kind: "reply", words: "Please call me on Friday." },
  "auto-real-reply-with-return-path-null": { kind: "reply", words: "Yes, Tuesday works for me." },
  "auto-x-autoresponder-header": { kind: "automatic" },
  "automated-response": { kind: "automatic" },
  "blank-plain-html-yes": { kind: "reply", words: "Yes, come on Tuesday at nine." },
  "blockquote-format": { kind: "reply", words: "Here are my wishes:\n\na cedar deck, 12 by 20\n\nThanks" },
  "bottom-posted-answer": {
    kind: "reply",
    words: "Yes, come on Tuesday at nine.",
    quoted: "> Here is your guide",
  },
  "challenge-response": { kind: "automatic" },
  "dragonfly-no-return-path": { kind: "bounce", verdict: "unreachable" },
  "dsn-blocklist-513": { kind: "bounce", verdict: "policy" },
  "dsn-control-511": { kind: "bounce", verdict: "unreachable" },
  "dsn-domain-missing-54310": { kind: "bounce", verdict: "unreachable" },
  "dsn-full-522": { kind: "bounce", verdict: "full" },
  "dsn-german-exchange-511": { kind: "bounce", verdict: "unreachable" },
  "dsn-gmail-nxdomain-400": { kind: "bounce", verdict: "unreachable" },
  "dsn-gmail-rate-521": { kind: "bounce", verdict: "policy" },
  "dsn-host-not-found-544": { kind: "bounce", verdict: "unreachable" },
  "dsn-hotmail-550-mailbox-unavailable": { kind: "bounce", verdict: "unreachable" },
  "dsn-isp-sender-rejected-510": { kind: "bounce", verdict: "policy" },
  "dsn-m365-541-access-denied": { kind: "bounce", verdict: "unreachable" },
  "dsn-no-mx-null-551-556": { kind: "bounce", verdict: "unreachable" },
  "dsn-policy-571": { kind: "bounce", verdict: "policy" },
  "dsn-postfix-500-no-such-user-here": { kind: "bounce", verdict: "unreachable" },
  "dsn-postfix-500-user-unknown": { kind: "bounce", verdict: "unreachable" },
  "dsn-yahoo-554-dd": { kind: "bounce", verdict: "unreachable" },
  "exchange-oof-da": { kind: "automatic" },
  "exchange-oof-de": { kind: "automatic" },
  "exchange-oof-fr": { kind: "automatic" },
  "exchange-oof-header-x-ms": { kind: "automatic" },
  "exchange-oof-ja": { kind: "automatic" },
  "fbl-arf": { kind: "complaint" },
  "fbl-jmrp": { kind: "complaint" },
  "from-line-in-text": {
    kind: "reply",
    words: "From: my house to the alley\nDate: any in May\nis where the fence goes",
  },
  "gmail-reaction-real": { kind: "reaction", words: "👍" },
  "gmail-vacation": { kind: "automatic" },
  "html-below-quote": { kind: "reply", words: "Yes, come on Tuesday.", quoted: "> Hi Dana" },
  "inline-answers": { kind: "reply", words: "Yes, a cedar one.\nIn May.", quoted: "> When?" },
  "mcafee-delivery-status": { kind: "bounce", verdict: "unreachable" },
  "mime-bare-lf": { kind: "reply", words: "Please call me." },
  "mime-big5": { kind: "reply", words: "謝謝您" },
  "mime-blank-text-plus-html": { kind: "reply", words: "Call me on Wednesday please" },
  "mime-cp850-label": { kind: "reply", words: "Grüße" },
  "mime-cp932-label": { kind: "reply", words: "髙橋です" },
  "mime-default-label": { kind: "reply", words: "Grüße" },
  "mime-empty-text-plus-html": { kind: "reply", words: "Call me on Tuesday please" },
  "mime-flowed-delsp": { kind: "reply", words: "This is a long sentence that was wrapped." },
  "mime-forward-as-attachment": {
    kind: "reply",
    words: "My husband asks about this.",
    files: ["message-1.eml message/rfc822 71"],
  },
  "mime-gb2312-gbk": { kind: "reply", words: "鎔裝你好" },
  "mime-hebrew-logical": { kind: "reply", words: "תודה רבה" },
  "mime-html-only-mso": { kind: "reply", words: "Tuesday works – see you then." },
  "mime-ibm850-label": { kind: "reply", words: "Grüße" },
  "mime-iso2022jp-ms-label": { kind: "reply", words: "山田 ok" },
  "mime-iso2022jp-nec": { kind: "reply", words: "①㈱山田 ok" },
  "mime-koi8-u": { kind: "reply", words: "Дякую" },
  "mime-ks-c-5601": { kind: "reply", words: "안녕하세요" },
  "mime-latin1-but-1252": { kind: "reply", words: "It’s “fine” – €5" },
  "mime-macroman": { kind: "reply", words: "Grüße" },
  "mime-nocharset-1252": { kind: "reply", words: "It’s fine – Grüße" },
  "mime-nocharset-utf8": { kind: "reply", words: "Grüße 👷" },
  "mime-null-bytes": { kind: "reply", words: "Hello there" },
  "mime-placeholder-text-plus-html": { kind: "reply", words: "Call me on Thursday please" },
  "mime-qp-soft-broken": { kind: "reply", words: "Price 100% über =ZZ ok" },
  "mime-rtl": { kind: "reply", words: "مرحبا، أريد سطحًا جديدًا (303) 555-0142" },
  "mime-smime-opaque": {
    kind: "reply",
    words: "Sent a file",
    files: ["smime.p7m application/pkcs7-mime 200"],
  },
  "mime-subject-jp-padded": { kind: "reply", words: "see subject", subject: "電子メール漏洩 x" },
  "mime-subject-raw-latin1": { kind: "reply", words: "see subject", subject: "Re: Küche" },
  "mime-subject-raw-utf8": { kind: "reply", words: "see subject", subject: "Re: Küche und Terrasse 👷" },
  "mime-subject-split-char": { kind: "reply", words: "see subject", subject: "Küche" },
  "mime-usascii-but-utf8": { kind: "reply", words: "Grüße 👷" },
  "mime-utf-7": { kind: "reply", words: "Grüße" },
  "mime-utf8-declared-but-1252": { kind: "reply", words: "Señor Muñoz, sí" },
  "mime-utf8mb4-label": { kind: "reply", words: "Grüße 👷" },
  "mime-windows-1258": { kind: "reply", words: "Xin c?m ơn" },
  "mime-winmail-only": {
    kind: "reply",
    words: "Sent a file",
    files: ["winmail.dat application/ms-tnef 304"],
  },
  "mime-x-unknown": { kind: "reply", words: "Grüße" },
  "not-interested": { kind: "reply", words: "Not interested." },
  "notice-dragonfly": { kind: "bounce", verdict: "unreachable" },
  "notice-exim-hostname-before-subject": { kind: "bounce", verdict: "unreachable" },
  "notice-exim-standard": { kind: "bounce", verdict: "unreachable" },
  "notice-german-webde-like": { kind: "bounce", verdict: "unreachable" },
  "notice-qmail-no-host": { kind: "bounce", verdict: "unreachable" },
  "notice-russian-subject": { kind: "bounce", verdict: "unreachable" },
  "oof-subject-only-english": { kind: "automatic" },
  "oof-subject-only-german": { kind: "automatic" },
  "outlook-reaction": { kind: "reaction", words: "like" },
  "read-receipt-outlook": { kind: "automatic" },
  "read-receipt-words": { kind: "automatic" },
  "real-mailto-unsub-from-us": { kind: "reply", words: "Yes please, call me" },
  "real-suppress-all": { kind: "reply", words: "Yes, come on Tuesday at nine." },
  "recall-real": { kind: "automatic" },
  "reply-html-entities": { kind: "reply", words: "It’s — café ’26 €5 ½ 👍 <ok> &nbsp; done" },
  "reply-html-stop-gmail-quote": {
    kind: "reply",
    wish: "stop",
    words: "unsubscribe",
    quoted: "> Hi Dana, guide",
  },
  "reply-html-stop-only": { kind: "reply", wish: "stop", words: "Please unsubscribe me" },
  "reply-photo-only": { kind: "reply", words: "Sent a photo", files: ["deck.png image/png 70"] },
  "reply-stop-bottom-posted": {
    kind: "reply",
    wish: "stop",
    words: "Please unsubscribe me",
    quoted: "> Here is your guide",
  },
  "reply-stop-by-not-a-stop": { kind: "reply", words: "Stop by on Tuesday" },
  "reply-stop-comma-reason": {
    kind: "reply",
    wish: "stop",
    words: "Please take me off your list, we sold the house.",
  },
  "reply-stop-french": { kind: "reply", wish: "stop", words: "Veuillez me désabonner" },
  "reply-stop-german": { kind: "reply", wish: "stop", words: "Bitte abmelden" },
  "reply-stop-spanish-baja": { kind: "reply", wish: "stop", words: "Darse de baja" },
  "reply-stop-spanish": { kind: "reply", wish: "stop", words: "Por favor, no me envíen más correos" },
  "reply-stop-subject-apple": { kind: "automatic", wish: "stop" },
  "reply-stop-with-signature": {
    kind: "reply",
    wish: "stop",
    words: "Unsubscribe\n\nDana Ruiz\nLarkspur Realty\n(303) 555-0142",
  },
  "reply-words-and-photos": {
    kind: "reply",
    words: "Here is my deck.",
    files: ["deck.png image/png 70", "plan.pdf application/pdf 5"],
  },
  "roundcube-in-quote": { kind: "reply", words: "yes, come on Tuesday\nHi Dana," },
  "sent-from-my-first": { kind: "reply", words: "Yes, come Tuesday", quoted: "Sent from my iPhone" },
  "signature-dashes-then-ps": { kind: "reply", words: "Yes.\n--\nDana\nPS: the gate code is 4711" },
  "stop-dont-curly-html": { kind: "reply", wish: "stop", words: "Please don’t email me again." },
  "stop-dont-curly-plain": { kind: "reply", wish: "stop", words: "Please don’t email me again." },
  "stop-iphone": { kind: "reply", wish: "stop", words: "Stop", quoted: "Sent from my iPhone" },
  "stop-name-below": { kind: "reply", wish: "stop", words: "Please unsubscribe me.\n\nThanks,\nDana" },
  "subject-only": { kind: "reply", words: "can you come Tuesday?" },
  "words-above-attribution": { kind: "reply", words: "Yes", quoted: "> Hi" },
  "x-auto-response-jira": { kind: "automatic" },
  "x-loop-autoresponder": { kind: "automatic" },
  zendesk: { kind: "automatic" },
};

describe("mails from mail systems and people", () => {
  it("each have an expected reading", () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      Object.keys(RIGHT)
        .map((name) => `${name}.eml`)
        .toSorted(),
    );
  });

  it.each(Object.entries(RIGHT))("%s", async (name, right) => {
    const { kind, wish, bounce, words, quoted, subject, attachments } = await judgeMail(
      readFileSync(path.join(FOLDER, `${name}.eml`)),
    );
    expect({
      kind,
      ...(wish && { wish }),
      ...(bounce && { verdict: bounce.verdict }),
      ...(right.words !== undefined && { words }),
      ...(right.quoted !== undefined && {
        quoted: quoted.split("\n").findLast((line) => /[^\s>]/.test(line)),
      }),
      ...(right.subject !== undefined && { subject }),
      ...(attachments.length && {
        files: attachments.map(({ name: file, type, size }) => `${file} ${type} ${size}`),
      }),
    }).toEqual(right);
  });
});
