/** The open file of the sample report, and the view of its preview; a list if the URL contains several views. */
export type SampleReportSearch = { file?: string; view?: string | string[] }
