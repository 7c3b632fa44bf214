/** An inspection of another product. A kind of its own, so that it never looks like one finished here. */
export const IMPORTED = "checklists.imported";
