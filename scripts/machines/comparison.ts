/** A row of the comparison with Stately's tools. `–` means that the pages that were read do not mention it. */
type Row = [what: string, here: string, inspector: string, editor: string, extension: string]

const rows: Row[] = [
  [
    'Works without a network or an account',
    'yes',
    'opens a window of Stately Inspector',
    'no, hosted',
    'may ask to sign in',
  ],
  ['Charts of the running app, live', 'yes', 'yes', '–', '–'],
  ['Sequence diagram', 'yes', 'yes', '–', '–'],
  ['Recording as a file, steps back', 'yes', '–', '–', '–'],
  ['Redacts tokens by itself', 'yes', 'own `serialize` or `filter`', '–', '–'],
  ['Simulation', "yes, with the machine's own guards and assigns", '–', 'yes', '–'],
  ['Edits the machine in the chart', 'no', '–', 'yes', 'yes'],
  ['Autocomplete and linting in the code', 'no', '–', '–', 'yes, not fully for XState 5'],
  ['Chart to source line, and back', 'yes, the line opens in the editor', '–', '–', 'yes, beside the source'],
  ['Reads definitions through constants and other files', 'yes', '–', '–', '–'],
  ['Search across all machines', 'yes', '–', 'over public machines', '–'],
  ['Link to a machine', 'also to a state, an arrow and a view', '–', 'yes', '–'],
  ['Export', 'SVG, PNG, Mermaid, JSON', '–', 'image, JSON, JavaScript, TypeScript, Markdown, stories, Mermaid', '–'],
  ['Embeds in another page', 'a static site in any folder', '–', 'yes, if public or unlisted', '–'],
  ['Results of tests on the chart', 'yes, and repeats a failed path', '–', '–', '–'],
  ['Changes since another version', 'yes, in words and in the chart', '–', '–', '–'],
  ['Checked for accessibility', 'yes: axe in both themes, and everything works with the keyboard', '–', '–', '–'],
  ['Teams and sharing', 'no', '–', 'yes', '–'],
  ['Libraries other than XState 5', 'no', 'yes', '–', 'yes'],
]

const table = [
  ['', 'this visualizer', 'Stately Inspector', 'Stately Studio', 'VS Code extensions'],
  Array.from({ length: 5 }, () => '---'),
  ...rows,
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n')

/** The section of docs/machines.md that compares the visualizer with Stately's tools. */
export const comparison = `### Compared with Stately's tools

Only this visualizer was run. The other columns are from Stately's documentation, 2026-11-28, as far as stored copies of
these pages cover it: [Inspector](https://stately.ai/docs/inspector), [export](https://stately.ai/docs/export-as-code),
[embed](https://stately.ai/docs/embed), [share](https://stately.ai/docs/category/share),
[Discover](https://stately.ai/docs/discover) and the [modes](https://www.stately.ai/docs/xstate-v4/studio) of Studio's editor, the
[XState extension](https://stately.ai/docs/xstate-vscode-extension) and the
[Stately Editor extension](https://marketplace.visualstudio.com/items?itemName=statelyai.stately-editor). A dash means that they
do not mention it, not that it is missing.

${table}

Missing here: editing a chart, completion and linting while typing, teams, and anything for other libraries.
`
