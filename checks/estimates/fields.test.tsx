import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import type { KindLabels } from "#trade/fieldwork/public.tsx";
import * as client from "#tools/estimates/client/page.tsx";
import { estimateLabels } from "#tools/estimates/labels.ts";
import { ESTIMATE, forTexts, TEXT_NAMES, TEXTS } from "#tools/estimates/rules/estimate.ts";
import { previewOf } from "#tools/estimates/send/draw.server.ts";
import { readDetails } from "#tools/estimates/write/read-details.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { ask, keyFor } from "../testing/api.ts";
import {
  approve,
  fetched,
  nextJob,
  open,
  send,
  shared,
  shop,
  startShop,
  stopShop,
  written,
} from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// A text that is added to `TEXTS` reaches everyone who should read or write it.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

const mark = forTexts((name) => `The ${name} of this one`);

/** The client's page as HTML. */
async function pageOf(token: string): Promise<string> {
  const { shown } = await visit(new Visitor(), client, `/s/${token}/estimate`, { token });
  const Page = createRoutesStub([{ id: "page", path: "*", Component: client.default }]);
  return renderToStaticMarkup(
    <Page initialEntries={[`/s/${token}/estimate`]} hydrationData={{ loaderData: { page: shown } }} />,
  );
}

describe.each(TEXT_NAMES)("the text %s", (name) => {
  it("is on the form, and named in conflicts", () => {
    const folder = new URL("../../src/tools/estimates/write/", import.meta.url);
    const forms = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
    expect(forms.some((form) => form.includes(`name="${name}"`))).toBe(true);
    const typed = new FormData();
    for (const [field, text] of Object.entries(mark)) typed.set(field, text);
    expect(readDetails(typed)).toMatchObject({ values: { [name]: mark[name] } });
    typed.delete(name);
    expect(readDetails(typed), "without an input it stays as it is").not.toHaveProperty(["values", name]);
    const [{ fields }] = estimateLabels as [KindLabels];
    expect(fields[name]?.label).toBe(TEXTS[name].label);
  });

  it("reaches the client's page, the PDF, and programs", async () => {
    const { record } = await written(mark);
    const { token } = await shared(record);
    const before = await pageOf(token);
    expect(await approve(token)).toMatchObject({ status: 303 });
    expect(`${before} ${await pageOf(token)}`).toContain(mark[name]);
    const pdf = await (await previewOf((work) => withAccount(shop.account, work), record))();
    expect((await pagesOf(pdf)).join(" ")).toContain(mark[name]);
    const key = await keyFor({ owner: shop.who, account: shop.account });
    const { body } = await ask(key, `/estimates/${record}`);
    expect(body).toMatchObject(mark);
  });

  it("is named when a new version changes it", async () => {
    const { record } = await written(mark);
    await shared(record);
    await send(shop, record, { [name]: "Another" }, ESTIMATE, await fetched(shop, record));
    const { token } = await shared(record);
    const { changes } = (await open(token)).content;
    expect(changes).toEqual(name === "title" ? [] : [`Changed: ${TEXTS[name].label}`]);
  });

  it("is written by programs", async () => {
    const { record } = await written();
    const key = await keyFor({ owner: shop.who, account: shop.account });
    const { body } = await ask(key, `/estimates/${record}`, {
      method: "PATCH",
      body: { [name]: mark[name] },
      headers: {},
    });
    expect(body).toMatchObject({ [name]: mark[name] });
  });
});
