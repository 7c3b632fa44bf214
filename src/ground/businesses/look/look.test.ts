import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { contrast } from "#platform/drawing/contrast.ts";
import { readLook } from "./form.server.ts";
import { colorFrom, describeColor, lookPath, lookSheet, mailColors } from "./look.ts";

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("a color", () => {
  it.each([
    ["#1A43BA", "#1a43ba"],
    ["1a43ba", "#1a43ba"],
    [" #14b ", "#1144bb"],
  ])("is read from %j", (typed, color) => expect(colorFrom(typed)).toBe(color));

  it.each([
    "red",
    "#12",
    "#1234567",
    "rgb(1,2,3)",
    "#fff;}body{display:none}",
    "url(//evil.test)",
    "",
    "#ｆff",
  ])("is not read from %j", (typed) => expect(colorFrom(typed)).toBeUndefined());

  it("colors links only where they are readable, and always has readable text on it", () => {
    fc.assert(
      fc.property(colors, (color) => {
        const sheet = lookSheet(color);
        const light = sheet.split("\n").find((line) => line.includes("scheme:light"));
        const readable = ["#f6f3ec", "#fffefb", "#ece7dc"].every((ground) => contrast(color, ground) >= 4.5);
        expect(light !== undefined).toBe(readable);
        expect(describeColor(color).includes("stay blue")).toBe(!readable);
        const on = /--on-look:(#\w{6})/.exec(sheet)![1]!;
        expect(contrast(on, color)).toBeGreaterThanOrEqual(4.5);
        expect(sheet).not.toMatch(/@import|url\(|<|expression/);
        const mail = mailColors(color)!;
        expect(contrast(mail.ground, mail.text)).toBeGreaterThanOrEqual(4.5);
        expect(mail.link === undefined || contrast(mail.link, "#ffffff") >= 4.5).toBe(true);
        expect(lookPath(color)).toMatch(/^\/look\/[0-9a-f]{6}\.css$/);
      }),
    );
  });

  it("that is invalid isn't used in email", () => {
    for (const color of [null, "red", '#fff" onload="x']) expect(mailColors(color)).toBeUndefined();
  });
});

describe("the look form", () => {
  const formOf = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  const SHOWN = { shown: "#1a43ba", began: "#1a43ba" };
  const colorOf = async (fields: Record<string, string>) => (await readLook(formOf(fields))).color;

  it("changes nothing when nothing was changed", async () => {
    expect(await readLook(formOf({}))).toEqual({ logo: undefined, color: undefined });
    expect(await colorOf({ ...SHOWN, color: "#1A43BA", picked: "#1a43ba" })).toBeUndefined();
    expect(await colorOf({ shown: "", began: "#1a43ba", color: "", picked: "#1a43ba" })).toBeUndefined();
  });

  it("uses the typed color, else the picked one, and treats an emptied field as no color", async () => {
    expect(await colorOf({ ...SHOWN, color: "8E2014", picked: "#1a43ba" })).toBe("#8e2014");
    expect(await colorOf({ ...SHOWN, color: "8E2014", picked: "#000000" })).toBe("#8e2014");
    expect(await colorOf({ ...SHOWN, color: "#1a43ba", picked: "#ff0000" })).toBe("#ff0000");
    expect(await colorOf({ ...SHOWN, color: "", picked: "#1a43ba" })).toBeNull();
  });

  it("re-encodes an uploaded file whatever its name, and ignores an empty file field", async () => {
    const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: "#1a43ba" } })
      .png()
      .toBuffer();
    const { logo } = await readLook(
      formOf({ logo: new File([png], "../../logo.svg", { type: "text/html" }) }),
    );
    expect(Buffer.from(logo!).subarray(1, 4).toString()).toBe("PNG");
    expect((await readLook(formOf({ logo: new File([], "") }))).logo).toBeUndefined();
  });

  it("reports errors for both fields", async () => {
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"], "logo.png", {
      type: "image/png",
    });
    await expect(
      readLook(formOf({ ...SHOWN, logo: svg, color: "red; background: url(x)" })),
    ).rejects.toMatchObject({
      code: "invalid",
      fields: { logo: expect.stringContaining("SVG"), color: expect.stringContaining("#1a43ba") },
    });
    await expect(readLook(formOf({ logo: new File([], "empty.png") }))).rejects.toMatchObject({
      fields: { logo: expect.stringContaining("empty") },
    });
  });
});
