import { describe, expect, it } from "vitest";
import { subjectOfAnswer, threadHeaders } from "./answer-mail.server.ts";

describe("the subject of an answer", () => {
  it.each([
    ["9 questions", "Re: 9 questions"],
    ["Re: 9 questions", "Re: 9 questions"],
    ["FWD: AW: Re[2]: 9 questions", "Re: 9 questions"],
    ["Regarding the deck", "Re: Regarding the deck"],
    ["Hello\r\nBcc: all@evil.test", "Re: Hello Bcc: all@evil.test"],
    [" ", "Re: your message"],
    [null, "Re: your message"],
    ["x".repeat(400), `Re: ${"x".repeat(146)}`],
  ])("to %j is %j", (subject, answer) => {
    expect(subjectOfAnswer(subject)).toBe(answer);
  });
});

describe("the headers of a conversation", () => {
  it("name the mail that is answered and those before it", () => {
    expect(threadHeaders("<b@x>", "<a@x>")).toEqual({ "In-Reply-To": "<b@x>", References: "<a@x> <b@x>" });
    expect(threadHeaders("<b@x>", null)).toEqual({ "In-Reply-To": "<b@x>", References: "<b@x>" });
    // A mail without a Message-ID is identified by a stamp of ours, which isn't a valid reference.
    expect(threadHeaders("c3RhbXA", "<a@x>")).toEqual({ "In-Reply-To": "<a@x>", References: "<a@x>" });
    expect(threadHeaders(null, null)).toEqual({});
  });

  it("keep the first and the last of a long one, and nothing that is no Message-ID", () => {
    const many = Array.from({ length: 20 }, (_, at) => `<m${at}@x>`);
    const { References = "" } = threadHeaders("<last@x>", many.join(" "));
    expect(References.split(" ")).toEqual(["<m0@x>", ...many.slice(10), "<last@x>"]);
    expect(threadHeaders("<a@x>\r\nBcc: <all@evil.test>", "Bcc: <all@evil.test>\r\n")).toEqual({});
  });
});
