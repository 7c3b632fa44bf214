export { EmptyList } from "./empty-list.tsx";
export { FilterForm } from "./filter-form.tsx";
export { filterQuery, hasFilters, type ListFilters, readFilters } from "./filters.ts";
export { FoundList, Marked } from "./found-list.tsx";
export { type ItemList, ItemPage } from "./item-page.tsx";
export { OfficePage } from "./office-page.tsx";
export { OrderLink, Pager } from "./pager.tsx";
export { searchWords } from "./search-words.ts";
export { Thumbs } from "./thumbs.tsx";
