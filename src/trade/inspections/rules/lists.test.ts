import { describe, expect, it } from "vitest";
import { refuseList } from "./lists.ts";
import { readTypedList } from "./sheet.ts";
import { sectionsOf } from "./items.ts";

function read(text: string): Record<string, string[]> {
  let last = 0;
  const { sections } = readTypedList(text, () => `id${++last}`);
  const values = Object.fromEntries(Object.entries(sections).map(([id, one]) => [`sections.${id}`, one]));
  return Object.fromEntries(
    sectionsOf(values).map(({ title, items }) => [title, items.map(({ text }) => text)]),
  );
}

describe("a pasted list", () => {
  it("is items without a heading", () => {
    expect(read("Paint\nFloor\n\nDoors")).toEqual({ "": ["Paint", "Floor", "Doors"] });
  });

  it("has headings that end with a colon", () => {
    expect(read("Kitchen:\n- Sink\n- Counter\nBath:\n1. Tub\n2) Fan")).toEqual({
      Kitchen: ["Sink", "Counter"],
      Bath: ["Tub", "Fan"],
    });
  });

  it("has headings in capitals", () => {
    expect(read("EXTERIOR\nSiding\nGutters\nHVAC START-UP\nFilter")).toEqual({
      Exterior: ["Siding", "Gutters"],
      "Hvac start-up": ["Filter"],
    });
  });

  it("has headings above bullets, and above indented lines", () => {
    expect(read("Roof\n• Flashing\n• Boots\nYard\n• Magnet")).toEqual({
      Roof: ["Flashing", "Boots"],
      Yard: ["Magnet"],
    });
    expect(read("Roof\n  Flashing\n  Boots\nYard\n\tMagnet")).toEqual({
      Roof: ["Flashing", "Boots"],
      Yard: ["Magnet"],
    });
  });

  it("is the words of a spreadsheet’s rows", () => {
    expect(read("1\tSmoke alarms tested\tOK\r\n2\tHandrail tight\t\r\n")).toEqual({
      "": ["Smoke alarms tested", "Handrail tight"],
    });
  });

  it("is refused without a name or an item, and with an id twice", () => {
    const sections = { "sections.a": { at: 0, title: "", items: [{ id: "a", text: "Item" }] } };
    expect(refuseList({ title: " ", ...sections })).toBe("Give the list a name.");
    expect(refuseList({ title: "Mine" })).toBe("Write at least one item.");
    expect(refuseList({ title: "Mine", ...sections, "sections.b": sections["sections.a"] })).toMatch(
      /same ID/,
    );
    expect(refuseList({ title: "Mine", ...sections })).toBeNull();
  });
});
