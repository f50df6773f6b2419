/** The number of news cards on a page for a viewport width in CSS pixels. */
export const newsPageSize = (width: number) => (width <= 768 ? 1 : width <= 991 ? 2 : 3)

/** The number of pages. Without news, there is one empty page. */
export const newsPageCount = (items: number, pageSize: number) => Math.max(1, Math.ceil(items / pageSize))
