import {
  endMarkedContent,
  PDFArray,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** The kinds of elements in reports, with the names of the PDF standard. */
type PdfTag = 'Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Caption'

/** A part of the document's structure. It contains other elements and marked content of pages, in reading order. */
type PdfElement = { tag: PdfTag; alternative: string | null; kids: (PdfElement | { page: number; id: number })[] }

/**
 * The structure of a document for screen readers (tagged PDF, ISO 32000-1, 14.8). The library can write marked content,
 * but does not support the structure tree, so this class builds it. What is drawn outside an element is an artifact,
 * which is not read.
 */
export class PdfTags {
  readonly #root: PdfElement = { tag: 'Document', alternative: null, kids: [] }
  #open: PdfElement | null = null
  #isMarking = false
  /** The number of marked-content sequences on each page. */
  readonly #marks = new Map<PDFPage, number>()

  constructor(readonly document: PDFDocument) {}

  /** Adds an element to the open one. What `draw` draws belongs to the new element. */
  within<Result>(tag: PdfTag, draw: () => Result, alternative: string | null = null): Result {
    const element: PdfElement = { tag, alternative, kids: [] }
    const parent = this.#open ?? this.#root
    parent.kids.push(element)
    return this.#inside(element, draw)
  }

  /** Draws content that screen readers do not read, even while an element is open. */
  outside<Result>(draw: () => Result): Result {
    return this.#inside(null, draw)
  }

  #inside<Result>(element: PdfElement | null, draw: () => Result): Result {
    const before = this.#open
    this.#open = element
    const result = draw()
    this.#open = before
    return result
  }

  /** Marks what `draw` draws on a page as content of the open element. */
  mark(page: PDFPage, draw: () => void): void {
    if (this.#isMarking) {
      draw()
      return
    }
    this.#isMarking = true
    page.pushOperators(this.#beginning(page))
    draw()
    page.pushOperators(endMarkedContent())
    this.#isMarking = false
  }

  #beginning(page: PDFPage): PDFOperator {
    const element = this.#open
    if (!element) return PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')])
    const id = this.#marks.get(page) ?? 0
    this.#marks.set(page, id + 1)
    element.kids.push({ page: this.document.getPages().indexOf(page), id })
    return PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(element.tag), `<</MCID ${id}>>`])
  }

  /** Writes the structure and the language into the document. */
  finish(language: string): void {
    const { catalog, context } = this.document
    const pages = this.document.getPages()
    /** For each page, the element that each marked-content sequence belongs to, by the number of the sequence. */
    const owners = pages.map((): PDFRef[] => [])
    const written = (element: PdfElement, parent: PDFRef): PDFRef => {
      const ref = context.nextRef()
      const kids = element.kids.map((kid) => {
        if ('tag' in kid) return written(kid, ref)
        const owner = owners[kid.page]
        if (owner) owner[kid.id] = ref
        return context.obj({ Type: 'MCR', Pg: pages[kid.page]?.ref ?? null, MCID: kid.id })
      })
      const { tag, alternative } = element
      const entries = context.obj({ Type: 'StructElem', S: tag, P: parent, K: kids })
      if (alternative !== null) entries.set(PDFName.of('Alt'), PDFHexString.fromText(alternative))
      if (tag === 'TH') entries.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Column' }))
      context.assign(ref, entries)
      return ref
    }
    const root = context.nextRef()
    const whole = written(this.#root, root)
    const numbers = PDFArray.withContext(context)
    pages.forEach((page, at) => {
      page.node.set(PDFName.of('StructParents'), context.obj(at))
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
      numbers.push(context.obj(at))
      numbers.push(context.obj(owners[at] ?? []))
    })
    const parents = context.register(context.obj({ Nums: numbers }))
    context.assign(
      root,
      context.obj({ Type: 'StructTreeRoot', K: [whole], ParentTree: parents, ParentTreeNextKey: pages.length }),
    )
    catalog.set(PDFName.of('StructTreeRoot'), root)
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
    this.document.setLanguage(language)
  }
}
