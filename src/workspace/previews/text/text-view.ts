import { foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const color = (name: string) => `var(--chakra-colors-${name})`

const colors = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName, tags.typeName],
    color: color('primary-fg'),
  },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], color: color('info-fg') },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: color('accent-fg') },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: color('warning-fg') },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: color('fg-muted'), fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '600', color: color('primary-fg') },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
])

const control = {
  background: color('bg-panel'),
  color: color('fg'),
  border: `1px solid ${color('border-control')}`,
  borderRadius: '4px',
}

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: color('fg'), backgroundColor: color('bg-panel') },
  '&.cm-focused': { outline: `2px solid ${color('primary-solid')}`, outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--chakra-fonts-mono)', lineHeight: '1.5' },
  '.cm-gutters': {
    backgroundColor: color('bg-subtle'),
    color: color('fg-muted'),
    borderRight: `1px solid ${color('border')}`,
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: `${color('primary-emphasized')} !important`,
  },
  '.cm-selectionMatch': { backgroundColor: color('primary-muted') },
  '.cm-searchMatch': { backgroundColor: color('warning-muted'), outline: `1px solid ${color('warning-border')}` },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: color('warning-emphasized') },
  '.cm-panels': { backgroundColor: color('bg-subtle'), color: color('fg'), borderColor: color('border') },
  '.cm-panel.cm-search': { fontSize: '13px', padding: '8px 32px 8px 8px' },
  '.cm-panel.cm-search label': { fontSize: '13px' },
  '.cm-textfield, .cm-button': { ...control, backgroundImage: 'none', fontSize: '13px', padding: '4px 8px' },
  '.cm-panel.cm-search [name=close]': { color: color('fg'), fontSize: '20px', padding: '0 8px', cursor: 'pointer' },
  '.cm-foldPlaceholder': { ...control, padding: '0 6px', color: color('fg-muted') },
})

type Shown = {
  text: string
  language: Extension
  name: string
  /** Called with the line, counted from 1, that the user clicks or goes to. */
  onLine: (line: number) => void
}

/**
 * Shows read-only text in `host`. The editor is in a shadow root, where its styles do not need style elements, which
 * the page's content security policy would block.
 */
export function showText(host: HTMLElement, { text, language, name, onLine }: Shown): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const container = document.createElement('div')
  container.style.height = '100%'
  root.replaceChildren(container)
  return new EditorView({
    parent: container,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': name, 'aria-readonly': 'true' }),
        lineNumbers(),
        foldGutter(),
        highlightSpecialChars(),
        EditorView.updateListener.of(({ state, selectionSet }) => {
          if (selectionSet) onLine(state.doc.lineAt(state.selection.main.head).number)
        }),
        drawSelection(),
        highlightSelectionMatches(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...foldKeymap]),
        syntaxHighlighting(colors),
        language,
        theme,
      ],
    }),
  })
}

/** Scrolls a line, counted from 1, to the top and selects it. */
export function showLine(view: EditorView, line: number): void {
  const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'start' }) })
}
