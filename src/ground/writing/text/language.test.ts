import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { otherLanguage } from "./language.ts";

test.each([
  ["Spanish", ["reparación de techos y goteras para casas", "propietarios en Miami"]],
  ["Spanish", ["Techos nuevos y reparaciones", "dueños de casa en Houston que quieren saber cuánto cuesta"]],
  [
    "French",
    ["rénovation de cuisines et de salles de bain", "propriétaires à Montréal", "combien coûte une cuisine"],
  ],
  ["German", ["Dächer und Fassaden für Einfamilienhäuser", "Hausbesitzer in der Nähe von Köln"]],
  [
    "Portuguese",
    ["telhados e calhas para casas antigas", "proprietários em São Paulo", "quanto custa um telhado novo"],
  ],
  ["Polish", ["montaż i naprawa dachów", "właściciele domów w Chicago", "ile kosztuje nowy dach"]],
  ["Vietnamese", ["sửa chữa mái nhà", "chủ nhà ở Houston", "giá bao nhiêu cho một mái nhà mới"]],
  ["Italian", ["ristrutturazione di cucine e bagni", "proprietari di case", "quanto costa una cucina nuova"]],
  [
    "Tagalog",
    ["pagkukumpuni ng bubong ng bahay", "mga may-ari ng bahay sa Daly City", "magkano ang bagong bubong"],
  ],
  ["Dutch", ["dakreparatie voor oude huizen", "huiseigenaren in Utrecht", "hoeveel kost een nieuw dak"]],
  ["Chinese", ["屋顶维修", "洛杉矶的房主"]],
  ["Japanese", ["屋根の修理とリフォーム", "東京の家主"]],
  ["Korean", ["지붕 수리", "로스앤젤레스 집주인"]],
  ["Russian or another language in Cyrillic letters", ["Ремонт крыш", "домовладельцы в Бруклине"]],
  ["Arabic or another language in Arabic letters", ["إصلاح الأسقف", "أصحاب المنازل في ديربورن"]],
  ["Greek", ["επισκευή στεγών", "ιδιοκτήτες σπιτιών"]],
])("hears %s in %o", (language, answers) => {
  expect(otherLanguage(answers)).toBe(language);
});

test.each([
  [[]],
  [["", "", ""]],
  [
    [
      "roof replacement",
      "homeowners in Tampa",
      "Get more quote requests",
      "Friendly",
      "roof replacement costs",
    ],
  ],
  [["decks"]],
  // Names of places, streets, businesses and people.
  [
    [
      "decks and patios",
      "homeowners in Las Vegas, San Antonio, Los Angeles and El Paso",
      "",
      "",
      "casa del sol remodels",
    ],
  ],
  [["kitchens by De la Cruz & Sons", "people in La Jolla and Del Mar", "Book a visit"]],
  [["Van der Berg Roofing", "homeowners in Des Moines and Baton Rouge"]],
  [["São Paulo style tiles", "José and María's neighbors in Santa Fe"]],
  [["Müller's gutter guards", "homeowners in New Braunfels"]],
  [["pho restaurant build-outs", "Nguyen family and other owners in Garden Grove"]],
  // English with a foreign word, sign or unit.
  [["Piñata-bright exterior paint", "families near the plaza"]],
  [["crème brûlée colored kitchens with café seating", "owners who want a French look"]],
  [["Kindergarten playground safety surfaces", "facility managers"]],
  [["μ-meter air tests and π bends", "plant managers"]],
  [["Feng Shui (風水) interior design", "homeowners in Seattle"]],
  [["Se habla español. Roof repair for homes in Miami", "homeowners"]],
  [["A/C repair", "seniors"]],
  [["HVAC", "TX", "LLC"]],
  [["solar"]],
  [["die casting repairs", "plants"]],
  [["concrete con artists exposed", "home buyers"]],
  [["12345", "!!!", "???"]],
] as const)("says nothing about %o", (answers) => {
  expect(otherLanguage(answers)).toBeUndefined();
});

test("accepts all of our own texts", () => {
  const texts = ["content/guides", "content/follow-ups", "content/articles"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .flatMap((name) => readFileSync(`${folder}/${name}`, "utf8").split("\n\n")),
  );
  // One expectation for all: one for each text would cost more than the rule itself.
  expect(texts.length).toBeGreaterThan(10_000);
  expect(texts.filter((text) => otherLanguage([text]) !== undefined)).toEqual([]);
});
