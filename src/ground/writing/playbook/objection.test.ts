import { expect, test } from "vitest";
import { objectionKind, objectionOf } from "./objection.ts";
import { OBJECTIONS } from "./schema.ts";
import { playbooks } from "./playbooks.server.ts";

test.each([
  ["It's too expensive", "price"],
  ["Your rates are too high", "price"],
  ["We're too busy right now", "timing"],
  ["How do I know you show up", "trust"],
  ["Already have a guy", "rival"],
  ["My brother-in-law can do it", "rival"],
  ["Our maintenance guy handles it", "rival"],
  ["We have a tile guy", "rival"],
  ["I want to get two more quotes", "looking"],
  ["just looking", "looking"],
  ["I can do it myself", "self"],
  ["We can do that in-house", "self"],
  ["I need to talk to my wife", "partner"],
  ["The board has to decide", "partner"],
  ["Burned by the last contractor", "burned"],
  ["We tried somebody before and it was a nightmare", "burned"],
  ["They want to wait until rates drop", "waiting"],
  ["We are waiting for interest rates to drop", "waiting"],
  ["Next spring", "waiting"],
  ["We're not sure yet", "thinking"],
  ["The old one still works", "need"],
  ["mess", "mess"],
  ["My horoscope speaks against it", "other"],
])("the objection “%s” is about %s", (said, kind) => {
  expect(objectionKind(said)).toBe(kind);
});

test.each([
  ["They say it's too expensive", `"it's too expensive"`],
  ["They think our price is too high", `"your price is too high"`],
  ["They want to wait for prices to drop", `"we want to wait for prices to drop"`],
  ["Clients think they can do it themselves", `"we can do it ourselves"`],
  ["TOO EXPENSIVE!!!", `"too expensive"`],
  ["Our maintenance guy handles it", `"our maintenance guy handles it"`],
  ["I need to ask my wife", `"I need to ask my wife"`],
  ["INSURANCE WONT PAY", `"insurance wont pay"`],
  ["price", "the question of price"],
  ["Worried about the mess", "the worry about mess"],
  ["They worry about leaks", "the worry about leaks"],
  ["<b>price</b>", `"that's more than we planned to spend on the yard"`],
])("the objection “%s” is said as %s", (typed, concern) => {
  const deck = playbooks().find(({ id }) => id === "deck-fence")!;
  expect(objectionOf(typed, deck, deck.drip, "usual").concern).toBe(concern);
});

test("every playbook answers every objection, and no two trades share an answer", () => {
  const seen = new Map<string, string>();
  for (const { id, drip } of playbooks()) {
    expect(Object.keys(drip.objections).toSorted()).toEqual([...OBJECTIONS].toSorted());
    for (const { mails, calls } of Object.values(drip.objections))
      for (const text of [...mails, ...calls]) {
        expect(seen.get(text), text).toBeUndefined();
        seen.set(text, id);
      }
  }
});
