import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { parseMail } from "./parse.server.ts";

const textOf = async (type: string, body: Buffer) =>
  (
    await parseMail(Buffer.concat([Buffer.from(`From: a@b.test\r\nContent-Type: ${type}\r\n\r\n`), body]))
  ).text?.trim();

describe("the charset of a part", () => {
  it.each([
    ["windows-1251", "Нужна веранда из дуба"],
    ["windows-1250", "Potřebujeme dřevěný plot"],
    ["shift_jis", "木のデッキをお願いします"],
  ])("comes from its HTML if its header has none: %s", async (charset, words) => {
    for (const meta of [
      `<meta charset="${charset}">`,
      `<META http-equiv="Content-Type" content="text/html; charset=${charset}">`,
    ]) {
      const html = iconv.encode(`<html><head>${meta}</head><body><p>${words}</p></body></html>`, charset);
      expect(await textOf("text/html", html)).toBe(words);
      expect(await textOf("text/html; charset=us-ascii", html)).toBe(words);
    }
  });

  it("comes from its header first", async () => {
    const html = iconv.encode(`<meta charset="windows-1252"><p>Нужна веранда</p>`, "windows-1251");
    expect(await textOf("text/html; charset=windows-1251", html)).toBe("Нужна веранда");
    expect(await textOf("text/html", Buffer.from(`<meta charset="utf-16"><p>Cedar</p>`))).toBe("Cedar");
  });

  it("includes every Korean syllable under every name", async () => {
    for (const name of ["euc-kr", "ks_c_5601-1987", "cp949"])
      expect(await textOf(`text/plain; charset=${name}`, iconv.encode("똠방각하 펲시", "cp949"))).toBe(
        "똠방각하 펲시",
      );
  });
});
