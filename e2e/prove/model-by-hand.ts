import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { useModel } from "#platform/model/model.server.ts";
import { type ChatReply, type ChatRequest, startChatServer } from "#platform/model/testing/chat-server.ts";
import {
  dripBriefSchema,
  magnetBriefSchema,
  writeDripByModel,
  writeMagnetByModel,
} from "#ground/writing/public.server.ts";
import { BRIEF_LIMITS, DRIP_LIMITS } from "../../src/ground/writing/limits.ts";
import { toPlainText as dripAsText } from "../../src/trade/drips/paper/render.ts";
import { toPlainText as guideAsText } from "../../src/trade/magnets/paper/plain-text.ts";

// People, or any model, play the connected model: what they write goes through the product's own code, and
// the result is the text that a visitor would read. src/ground/writing/README.md says how to run it.

const text = z.string();
const typed = { name: text, email: text, company: text, product: text, audience: text };
const briefsSchema = z.array(
  z.object({
    n: z.int(),
    guide: z.object({ ...typed, topic: text, goal: text, tone: text }),
    drip: z.object({
      ...typed,
      leadType: z.enum(["cold", "demo", "trial", "purchase"]),
      ...{ objection: text, goal: text, tone: text },
    }),
  }),
);
type Briefs = z.output<typeof briefsSchema>;

const [briefsFile, folder, ...options] = process.argv.slice(2);
if (briefsFile === undefined || folder === undefined)
  throw new Error("Name a JSON file of briefs and a folder for requests and answers.");
const withoutRepairs = options.includes("--without-repairs");

const job = { signal: new AbortController().signal, late: false, progress: () => {} };
const server = await startChatServer();
useModel({ baseUrl: server.url, apiKey: server.key, model: "by-hand" }, { warn: () => {} });

/** Writes one text as far as there are answers for it. */
async function play(
  into: string,
  n: number,
  write: () => Promise<{ final: string } | { note: string }>,
): Promise<void> {
  await mkdir(into, { recursive: true });
  const file = (ending: string) => path.join(into, `${String(n).padStart(2, "0")}.${ending}`);
  let asked = 0;
  let missing = "";
  server.answer(async (request): Promise<ChatReply> => {
    const [question, answer] = asked++ === 0 ? ["request", "answer.txt"] : ["repair", "repair-answer.json"];
    // The line around the brief is another one each time, and a request that was answered stays as it was.
    if (!existsSync(file(answer))) await writeFile(file(`${question}.md`), readable(request));
    if (existsSync(file(answer))) return { whole: await readFile(file(answer), "utf8") };
    if (asked > 1 && withoutRepairs) return { whole: JSON.stringify({ changes: [] }) };
    missing = answer;
    return { status: 404 };
  });
  // A request for a repair of an earlier run may be out of date.
  const stale = existsSync(file("repair-answer.json")) ? [] : ["repair"];
  for (const ending of ["final.txt", "failed.txt", ...stale.map((name) => `${name}.md`)])
    await rm(file(ending), { force: true });
  const result = await write();
  // The product does without a repair that fails; here it waits for one.
  const state = missing ? `waits for ${missing}` : "final" in result ? "final.txt" : `failed: ${result.note}`;
  if (!missing)
    await ("final" in result
      ? writeFile(file("final.txt"), result.final)
      : writeFile(file("failed.txt"), `${result.note}\n`));
  process.stdout.write(`${file("")}${state}${asked > 1 ? " (repaired)" : ""}\n`);
}

const readable = ({ body }: ChatRequest): string =>
  [
    ...body.messages.map(
      ({ role, content }) => `# ${role === "system" ? "INSTRUCTIONS" : "PROMPT"}\n\n${content}`,
    ),
    ...(body.response_format
      ? [
          `# ANSWER: one JSON object that fits this JSON Schema, and nothing else\n\n${JSON.stringify(body.response_format.json_schema?.schema)}`,
        ]
      : []),
    "",
  ].join("\n\n");

/** As much as the form takes. */
const within = (limit: number, words: string): string =>
  words.length <= limit ? words : words.slice(0, limit).replace(/\s+\S*$/, "");

function guideBrief({ audience, ...brief }: Briefs[number]["guide"]) {
  return magnetBriefSchema.parse({
    ...brief,
    product: within(BRIEF_LIMITS.product, brief.product),
    targetAudience: within(BRIEF_LIMITS.targetAudience, audience),
    goal: within(BRIEF_LIMITS.goal, brief.goal),
    topic: within(BRIEF_LIMITS.topic, brief.topic),
  });
}

/** The form for follow-ups has no field for the audience, so it's typed behind the product. */
function dripBrief({ audience, ...brief }: Briefs[number]["drip"]) {
  return dripBriefSchema.parse({
    ...brief,
    product: within(DRIP_LIMITS.product, `${brief.product}. For: ${audience}`),
    goal: within(DRIP_LIMITS.goal, brief.goal),
    objection: within(DRIP_LIMITS.objection, brief.objection),
  });
}

const briefs = briefsSchema.parse(JSON.parse(await readFile(briefsFile, "utf8")));
for (const { n, guide, drip } of briefs) {
  await play(path.join(folder, "guides"), n, async () => {
    const result = await writeMagnetByModel(guideBrief(guide), 1, job);
    return "text" in result ? { final: guideAsText(result.text) } : result;
  });
  await play(path.join(folder, "drips"), n, async () => {
    const brief = dripBrief(drip);
    const result = await writeDripByModel(brief, 1, job);
    return "text" in result
      ? { final: dripAsText({ brief, text: result.text, createdAt: Temporal.Now.instant() }) }
      : result;
  });
}
await server.stop();
