import { rm } from "node:fs/promises";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWeatherServer, type WeatherServer } from "#platform/weather/testing/weather-server.ts";
import { launchProfile, logIn, PHONE, picture } from "./harness/browser.ts";
import { chooseEntry, openBuildLog, saveJob } from "./harness/field.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { openShop } from "./harness/visitor.ts";

// The settings NWS_URL, OPEN_METEO_URL and OPEN_METEO_API_KEY, from outside: a new log gets its weather by
// itself.

const WHO = { email: "foreman@weather-journey.test", password: "correct plumb line 7" };
const KEY = "plan-key-123";

let sources: WeatherServer;
let product: RunningProduct;
let profile: string;
let phone: BrowserContext;

beforeAll(async () => {
  sources = await startWeatherServer();
  product = await startProduct({
    OPERATOR_EMAILS: WHO.email,
    NWS_URL: sources.url,
    OPEN_METEO_URL: sources.url,
    OPEN_METEO_API_KEY: KEY,
  });
  profile = await tempFolder("weather-phone");
  await openShop(product, WHO.email, "Hill Brothers");
  phone = await launchProfile(profile, { viewport: PHONE });
}, 120_000);

afterAll(async () => {
  await phone?.close();
  await product?.stop();
  await sources?.close();
  await removeData(product.dataDir);
  await rm(profile, { recursive: true, force: true });
}, 60_000);

it("writes down what a station near the job saw, and what a model says where it saw nothing", async () => {
  // Choose a zone where it is about noon: a station counts once it has three hours of the day.
  const ahead = 12 - Temporal.Now.zonedDateTimeISO("UTC").hour;
  const zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  const seen = [1, 2, 3, 4].map((hours) => ({
    at: Temporal.Now.instant().subtract({ hours }).toString({ smallestUnit: "second" }),
    ...{ sky: "Light Rain", tempC: 7.2, windKmh: 18 },
  }));
  sources.stations = [{ id: "KBOI", name: "Boise Air Terminal", lat: 43.5644, lon: -116.2228, seen }];
  const page = await phone.newPage();
  await logIn(page, product.url, WHO);
  await openBuildLog(page, product.url);
  await page.goto(`${product.url}/account/jobs/new`);
  await page.getByLabel("Name", { exact: true }).fill("Miller house");
  await page.getByText("Location and time zone").click();
  await page.getByLabel("Coordinates").fill("43.6150, -116.2023");
  await page.getByLabel("Time zone").fill(zone);
  await saveJob(page, "Miller house");
  await page.goto(`${page.url()}/logs`);
  await page.getByText("Nothing yet. Start with a photo.").waitFor();
  await chooseEntry(page, "Note");
  await page.getByRole("textbox", { name: "Note" }).fill("Underlayment on the north slope is done.");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await page.getByText(/Observed at Boise Air Terminal \(KBOI\)/).waitFor({ timeout: 60_000 });
  expect(await page.getByText(/high 45\s°F/).count()).toBeGreaterThan(0);
  await picture(page, "log-weather-phone");

  const points = sources.asked.find(({ path }) => path.startsWith("/points/"));
  expect(points).toMatchObject({
    path: "/points/43.615,-116.2023",
    userAgent: expect.stringContaining(product.url),
  });
  // The station reported no rain, so the model was asked, with the operator's key.
  const modelled = sources.asked.find(({ path }) => path === "/v1/forecast");
  expect(modelled?.query.get("apikey")).toBe(KEY);
}, 120_000);
