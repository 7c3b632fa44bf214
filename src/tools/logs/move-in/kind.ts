/** A daily log of another product. A kind of its own, so that it never looks like a day signed here. */
export const IMPORTED = "logs.imported";
