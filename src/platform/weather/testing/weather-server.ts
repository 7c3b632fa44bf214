import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Stand-ins for the weather sources, from their documentation: api.weather.gov (its OpenAPI document) and
// open-meteo.com/en/docs.

/** A station's observation in NWS's form. */
export interface Seen {
  /** ISO. */
  readonly at: string;
  readonly sky?: string;
  readonly tempC?: number | null;
  readonly windKmh?: number | null;
  readonly gustKmh?: number | null;
  readonly rainMm?: number | null;
  /** Overrides with other units and marks. */
  readonly raw?: Readonly<Record<string, unknown>>;
}

/** A failure instead of a response. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | "silent"
  | "cut";

export interface WeatherServer {
  /** For OPEN_METEO_URL and NWS_URL alike. */
  readonly url: string;
  /** Requests in order: path and query. */
  readonly asked: {
    readonly path: string;
    readonly query: URLSearchParams;
    readonly userAgent: string | undefined;
  }[];
  /** Stations near every point, the nearest last: NWS guarantees no order. */
  stations: {
    readonly id: string;
    readonly name: string;
    readonly lat: number;
    readonly lon: number;
    readonly seen: readonly Seen[];
  }[];
  /** Whether the point is in the United States, so that NWS knows it. */
  isInUs: boolean;
  cacheControl: string;
  /** Open-Meteo's value of a field at an instant. */
  model: (field: string, at: Temporal.Instant) => number | null;
  /** Units other than requested. */
  units: Record<string, string>;
  fault: ((path: string) => Fault | undefined) | undefined;
  close(): Promise<void>;
}

const UNITS: Readonly<Record<string, string>> = {
  temperature_2m: "°C",
  rain: "mm",
  showers: "mm",
  snowfall: "cm",
  wind_speed_10m: "m/s",
  wind_gusts_10m: "m/s",
  weather_code: "wmo code",
};

/** Starts both sources on one local port. */
export async function startWeatherServer(): Promise<WeatherServer> {
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: WeatherServer = {
    url,
    asked: [],
    stations: [],
    isInUs: true,
    cacheControl: "public, max-age=0",
    model: (field) => (field === "temperature_2m" ? 10 : field === "weather_code" ? 3 : 0),
    units: {},
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function send(
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    response.writeHead(status, {
      "Content-Type": "application/geo+json",
      "Cache-Control": state.cacheControl,
      ...headers,
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }
  const problem = (response: ServerResponse, status: number, detail: string) =>
    send(
      response,
      status,
      { type: "about:blank", title: "Problem", status, detail },
      { "Content-Type": "application/problem+json" },
    );

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", url);
    state.asked.push({ path, query, userAgent: request.headers["user-agent"] });
    const fault = state.fault?.(path);
    if (fault === "silent") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault) return send(response, fault.status, fault.body ?? "", fault.headers);
    if (path === "/v1/forecast" || path === "/v1/archive")
      return openMeteo(response, query, path === "/v1/archive");
    if (!request.headers["user-agent"]?.includes("("))
      return problem(response, 403, "Please identify yourself");
    const point = /^\/points\/(-?[\d.]+),(-?[\d.]+)$/.exec(path);
    if (point) {
      if (point.slice(1).some((part) => (part.split(".")[1] ?? "").length > 4))
        return problem(response, 400, 'Parameter "point" is invalid');
      if (!state.isInUs)
        return problem(response, 404, `Unable to provide data for requested point ${point[1]},${point[2]}`);
      return send(response, 200, {
        properties: {
          observationStations: "https://api.weather.gov/gridpoints/BOI/133,86/stations",
          timeZone: "America/Boise",
        },
      });
    }
    if (path === "/gridpoints/BOI/133,86/stations")
      return send(response, 200, {
        type: "FeatureCollection",
        features: state.stations.map(({ id, name, lat, lon }) => ({
          geometry: { type: "Point", coordinates: [lon, lat] },
          properties: { stationIdentifier: id, name },
        })),
      });
    const station = state.stations.find(({ id }) => path === `/stations/${id}/observations`);
    if (!station) return problem(response, 404, "Not Found");
    const [from, to] = ["start", "end"].map((name) => Date.parse(query.get(name) ?? ""));
    if (Number.isNaN(from!) || Number.isNaN(to!)) return problem(response, 400, "start and end are no times");
    const features = station.seen
      .filter(({ at }) => Date.parse(at) >= from! && Date.parse(at) <= to!)
      .toReversed()
      .map(({ at, sky = "", tempC = null, windKmh = null, gustKmh = null, rainMm = null, raw = {} }) => ({
        properties: {
          timestamp: at,
          textDescription: sky,
          temperature: { unitCode: "wmoUnit:degC", value: tempC, qualityControl: "V" },
          windSpeed: { unitCode: "wmoUnit:km_h-1", value: windKmh, qualityControl: "V" },
          windGust: { unitCode: "wmoUnit:km_h-1", value: gustKmh, qualityControl: "Z" },
          precipitationLastHour: { unitCode: "wmoUnit:mm", value: rainMm, qualityControl: "C" },
          ...raw,
        },
      }));
    send(response, 200, { type: "FeatureCollection", features });
  }

  function openMeteo(response: ServerResponse, query: URLSearchParams, archive: boolean): void {
    const bad = (reason: string) =>
      send(response, 400, { error: true, reason }, { "Content-Type": "application/json" });
    const [start, end] = [query.get("start_date"), query.get("end_date")];
    const zone = query.get("timezone") ?? "GMT";
    if (!start || !end || query.get("timeformat") !== "unixtime")
      return bad("Parameter 'start_date' and 'end_date' must be set");
    const fields = (query.get("hourly") ?? "").split(",");
    const unknown = fields.find((field) => !(field in UNITS) || (archive && field === "showers"));
    if (unknown !== undefined)
      return bad(`Cannot initialize hourly variable from invalid String value ${unknown}`);
    const from = Temporal.PlainDate.from(start).toZonedDateTime(zone).toInstant();
    const to = Temporal.PlainDate.from(end).add({ days: 1 }).toZonedDateTime(zone).toInstant();
    const time: number[] = [];
    for (let at = from.epochMilliseconds; at < to.epochMilliseconds; at += 3_600_000) time.push(at / 1000);
    send(
      response,
      200,
      {
        // The middle of the grid cell, not the requested point.
        latitude: Number(query.get("latitude")) + 0.03,
        longitude: Number(query.get("longitude")) - 0.02,
        elevation: 824,
        utc_offset_seconds: 0,
        timezone: zone,
        hourly_units: {
          time: "unixtime",
          ...Object.fromEntries(fields.map((field) => [field, state.units[field] ?? UNITS[field]])),
        },
        hourly: {
          time,
          ...Object.fromEntries(
            fields.map((field) => [
              field,
              time.map((seconds) =>
                state.model(field, Temporal.Instant.fromEpochMilliseconds(seconds * 1000)),
              ),
            ]),
          ),
        },
      },
      { "Content-Type": "application/json; charset=utf-8" },
    );
  }
  return state;
}
