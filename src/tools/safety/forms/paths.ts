const FORMS = "/account/safety/forms";

/** The forms of a year. @param establishment id; the oldest without */
export const formsPath = (year?: number, establishment?: string): string => {
  const query = new URLSearchParams({
    ...(year === undefined ? {} : { year: String(year) }),
    ...(establishment === undefined ? {} : { at: establishment }),
  }).toString();
  return query ? `${FORMS}?${query}` : FORMS;
};

export const ESTABLISHMENTS_PATH = `${FORMS}/establishments`;
export const PREQUALIFICATION_PATH = `${FORMS}/prequalification`;

/** An establishment’s own page. @param check a year, whose problems are shown beside the fields */
export const establishmentPath = (id: string, check?: number): string =>
  `${ESTABLISHMENTS_PATH}/${id}${check === undefined ? "" : `?check=${check}`}`;

export type FormFile =
  | "300.pdf"
  | "300a.pdf"
  | "301.pdf"
  | "privacy-cases.pdf"
  | "ita-300a.csv"
  | "ita-cases.csv";

/** A file of a year. @param version of the certificate, for form 300A */
export const filePath = (file: FormFile, year: number, establishment: string, version?: number): string =>
  `${ESTABLISHMENTS_PATH}/${establishment}/files/${file}?year=${year}${version === undefined ? "" : `&version=${version}`}`;
