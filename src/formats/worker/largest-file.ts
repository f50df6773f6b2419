/** The size of the largest file that is read: 256 MB. A larger file could exhaust the page's memory. */
export const largestFileBytes = 256 * 1024 * 1024
