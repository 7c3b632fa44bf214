export const LIBRARY = "/account/safety/library";
/** A sheet, as the office sees it. */
export const libraryPath = (sheet: string): string => `${LIBRARY}/${sheet}`;
/** The PDF of a version. */
export const versionPath = (sheet: string, version: number): string =>
  `${LIBRARY}/${sheet}/${version}/sheet.pdf`;
/** The poster of a job, whose code opens its sheets. */
export const posterPath = (job: string): string => `${LIBRARY}/poster.pdf?job=${job}`;
