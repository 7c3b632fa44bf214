/**
 * A kind of browser or device: what its user agent holds, and what people call it. The first that fits
 * counts.
 */
type Kind = readonly [mark: RegExp, name: string];

// Most say that they are others as well: Edge says Chrome and Safari, Chrome says Safari.
const BROWSERS: readonly Kind[] = [
  [/\bFBA[NV]\/|\bFB_IAB\//, "the Facebook app"],
  [/\bInstagram\b/, "the Instagram app"],
  [/\bGSA\//, "the Google app"],
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT|OPX)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(?:DuckDuckGo|Ddg)\//, "DuckDuckGo"],
  [/\bBrave\b/, "Brave"],
  [/\bSilk\//, "Silk"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/\b(?:MSIE |Trident\/)/, "Internet Explorer"],
];

const DEVICES: readonly Kind[] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b.*\bMobile\b/, "Android phone"],
  [/\bAndroid\b/, "Android tablet"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Programs that are no browsers and say so at the beginning, such as `curl/8.5.0`. */
const PROGRAM = /^([a-z][\w.-]{1,30})\/\d[\w.-]*/i;

const nameIn = (kinds: readonly Kind[], userAgent: string) =>
  kinds.find(([mark]) => mark.test(userAgent))?.[1];

/** The device alone, such as `iPhone` or `Windows`; undefined when the user agent does not say. */
export function deviceOf(userAgent: string): string | undefined {
  return nameIn(DEVICES, userAgent);
}

/**
 * A browser and its device as people call them, such as `Chrome on Windows`. What it says of itself is
 * believed; it is no proof.
 */
export function describeDevice(userAgent: string): string {
  const device = deviceOf(userAgent);
  const browser = nameIn(BROWSERS, userAgent);
  if (browser && device) return `${capital(browser)} on ${device}`;
  if (browser ?? device) return capital(browser ?? device ?? "");
  const program = PROGRAM.exec(userAgent)?.[1];
  return program && program !== "Mozilla" ? `A program (${program})` : "Unknown device";
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
