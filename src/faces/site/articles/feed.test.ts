import { expect, it } from "vitest";
import { readXml, textsNamed } from "#platform/http/testing/xml.ts";
import { articles } from "./articles.server.ts";
import { feedOf } from "./feed.server.tsx";
import { loader } from "./feed.ts";

it("is RSS 2.0 with every article, newest first", async () => {
  const answer = loader();
  expect(answer.headers.get("content-type")).toMatch(/^application\/xml/);
  const rss = readXml(await answer.text());
  expect(rss).toMatchObject({ name: "rss", attributes: { version: "2.0" } });
  const [channel] = rss.children;
  for (const name of ["title", "link", "description", "language", "lastBuildDate"])
    expect(textsNamed(channel!, name)[0], name).toBeTruthy();
  const self = channel!.children.find(({ name }) => name === "atom:link");
  expect(self?.attributes).toMatchObject({ rel: "self", href: "__PUBLIC_URL__/articles/feed.xml" });

  const items = channel!.children.filter(({ name }) => name === "item");
  const all = (name: string) => items.map((item) => textsNamed(item, name)[0]);
  expect(all("title")).toEqual(articles().map(({ title }) => title));
  expect(all("description")).toEqual(articles().map(({ description }) => description));
  expect(all("link")).toEqual(articles().map(({ path }) => `__PUBLIC_URL__${path}`));
  expect(all("guid")).toEqual(all("link"));
  for (const [at, { date }] of articles().entries()) {
    const published = all("pubDate")[at]!;
    expect(published).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(new Date(published).toISOString().slice(0, 10)).toBe(date.iso);
  }
  for (const content of all("content:encoded")) {
    expect(content).toMatch(/^<p>[\s\S]*<\/p>$/);
    expect(content).toContain("<table>");
    expect(content).toContain("<li>☐ ");
    // In a feed, relative paths lead nowhere, and our ids, classes and checkboxes mean nothing.
    expect(content).not.toMatch(/href="(?!__PUBLIC_URL__\/|https:)|<input|\sid=|\sclass=|<script|<div/);
  }
});

it("escapes what a title holds", () => {
  const hostile = { ...articles()[0]!, title: 'A <b> & "c" ]]>', description: "d </description> &amp;" };
  const feed = readXml(feedOf([hostile]));
  expect(textsNamed(feed, "title")[1]).toBe(hostile.title);
  expect(textsNamed(feed, "description")[1]).toBe(hostile.description);
});
