import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { missingPictures } from "./missing-pictures.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text = ""): void {
  mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

const page = (body: string) =>
  `<link rel="icon" href="/favicon.svg"/><meta property="og:image" content="__PUBLIC_URL-1f__/images/social/a.png"/><main>${body}</main>`;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const picture of ["favicon.svg", "images/social/a.png", "images/blog/weather.png"]) put(picture);
  put("index.html", page('<img src="/images/blog/weather.png" alt=""/>'));
  put(
    "blog/weather/index.html",
    page(
      '<img alt="" src="/images/blog/weather.png"/><img src="https://example.com/images/blog/weather.png"/>',
    ),
  );
});

test("is content with a build that made all it shows", () => {
  expect(missingPictures(folder)).toEqual([]);
});

test("names the page and the picture when one is missing", () => {
  rmSync(path.join(folder, "images/blog/weather.png"));
  expect(missingPictures(folder)).toEqual([
    "The page / shows /images/blog/weather.png, but the build made no such picture.",
    "The page /blog/weather shows /images/blog/weather.png, but the build made no such picture.",
  ]);
});

test("misses previews, icons and each candidate of a set", () => {
  for (const picture of ["favicon.svg", "images/social/a.png"]) rmSync(path.join(folder, picture));
  expect(missingPictures(folder)).toHaveLength(4);
  beforeAgain();
  put(
    "index.html",
    page('<img srcset="/images/one.png 1x, /images/two.png 2x" src="/images/blog/weather.png" alt=""/>'),
  );
  expect(missingPictures(folder).map((sentence) => /images\/\w+\.png/.exec(sentence)?.[0])).toEqual([
    "images/one.png",
    "images/two.png",
  ]);
});

function beforeAgain(): void {
  for (const picture of ["favicon.svg", "images/social/a.png"]) put(picture);
}

test("asks every page for a preview, unless it is not to be indexed", () => {
  put("index.html", "<h1>Home</h1>");
  expect(missingPictures(folder)).toEqual(["The page / names no picture for previews (og:image)."]);
  put("index.html", '<meta name="robots" content="noindex"/><h1>Home</h1>');
  expect(missingPictures(folder)).toEqual([]);
});
