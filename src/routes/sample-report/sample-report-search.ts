/** The file of the sample report that is open, and the view of its preview; a list if the URL contains several. */
export type SampleReportSearch = { file?: string; view?: string | string[] }
